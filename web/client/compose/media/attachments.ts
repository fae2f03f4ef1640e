import { signal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { asApiError } from '../../../shared/api-error.ts'
import type { MediaAttachment } from '../../../shared/entities/api.ts'
import { uploadMedia } from '../../../shared/upload.ts'
import { activePart, type Composition, changeMedia, changePart, findMedia } from '../composition.ts'
import type { Attached } from '../writing.ts'
import { choose, kindOf, pixelProblem } from './media-limits.ts'
import { thumbnailOf } from './thumbnail.ts'

/** Objects of an attachment that cannot be stored as data. */
interface Source {
  file: File
  stop: AbortController
}
const sources = new Map<string, Source>()

/** Pictures of what was chosen here, by the attachment's key, as addresses of data. */
export const thumbnails = signal<ReadonlyMap<string, string>>(new Map())

export const fileOf = (key: string): File | undefined => sources.get(key)?.file

/** Adds files to the post that is being written. What cannot be taken is said instead. */
export function addFiles(composition: Composition, files: readonly File[]): void {
  const part = activePart(composition)
  const { taken, problems } = choose(files, part)
  const added = taken.map(newAttached)
  if (added.length > 0) {
    changePart(composition, part.key, {
      media: [...part.media, ...added.map(({ media }) => media)],
    })
  }
  composition.problems.value = problems
  for (const { media, file } of added) start(composition, media.key, file)
}

function newAttached(file: File): { media: Attached; file: File } {
  const media: Attached = {
    key: crypto.randomUUID(),
    name: file.name,
    kind: kindOf(file),
    state: 'uploading',
    progress: 0,
    problem: null,
    media: null,
    description: '',
    focus: null,
  }
  return { media, file }
}

/** Takes another picture in the place of one, as after cropping. */
export function replaceFile(composition: Composition, key: string, file: File): void {
  const before = findMedia(composition, key)
  forget(key)
  if (before?.media) discard(before.media)
  changeMedia(composition, key, { media: null, name: file.name, focus: null })
  start(composition, key, file)
}

export function retryUpload(composition: Composition, key: string): void {
  const file = fileOf(key)
  if (file !== undefined) start(composition, key, file)
}

export function removeMedia(composition: Composition, key: string): void {
  const found = findMedia(composition, key)
  forget(key)
  for (const part of composition.writing.peek().parts) {
    if (!part.media.some((one) => one.key === key)) continue
    changePart(composition, part.key, { media: part.media.filter((one) => one.key !== key) })
  }
  if (found?.media) discard(found.media)
}

/** Deletes an upload. The server keeps media of a post or draft; it removes unused media after a while in any case. */
function discard({ id }: MediaAttachment): void {
  api.delete(`/api/v1/media/${id}`).catch(() => {})
}

function forget(key: string): void {
  sources.get(key)?.stop.abort()
  sources.delete(key)
  thumbnails.value = new Map([...thumbnails.peek()].filter(([known]) => known !== key))
}

function start(composition: Composition, key: string, file: File): void {
  const stop = new AbortController()
  sources.set(key, { file, stop })
  changeMedia(composition, key, { state: 'uploading', progress: 0, problem: null })
  void preview(composition, key, file)
  uploadMedia(file, {
    signal: stop.signal,
    onProgress: (progress) => changeMedia(composition, key, { progress }),
    onProcessing: (media) => changeMedia(composition, key, { media, state: 'processing' }),
  }).then(
    (media) => finish(composition, key, media),
    (error: unknown) => {
      if (stop.signal.aborted) return
      changeMedia(composition, key, { state: 'failed', problem: asApiError(error).message })
    },
  )
}

/** Marks an upload as ready, then saves the description and focal point that were entered during the upload. */
async function finish(
  composition: Composition,
  key: string,
  media: MediaAttachment,
): Promise<void> {
  changeMedia(composition, key, { media, state: 'ready', progress: 1 })
  const now = findMedia(composition, key)
  if (now !== undefined && (now.description !== '' || now.focus !== null)) {
    await saveDetails(composition, key).catch(() => {
      changeMedia(composition, key, { state: 'failed', problem: null })
    })
  }
}

async function preview(composition: Composition, key: string, file: File): Promise<void> {
  const made = await thumbnailOf(file)
  if (made === null || sources.get(key)?.file !== file) return
  thumbnails.value = new Map([...thumbnails.peek(), [key, made.url]])
  const problem = pixelProblem(file.name, made.width, made.height)
  if (problem === null || kindOf(file) !== 'image') return
  removeMedia(composition, key)
  composition.problems.value = [problem]
}

/** Tells the server the description and the focus of an upload. Those of a posted one go with its edit. */
export async function saveDetails(
  composition: Composition,
  key: string,
  thumbnail: File | null = null,
): Promise<void> {
  const { editId } = composition.writing.peek()
  const attached = findMedia(composition, key)
  if (attached === undefined || attached.media === null) return
  const { description, focus, media } = attached
  const body = new FormData()
  body.append('description', description)
  if (focus !== null) body.append('focus', `${focus.x.toFixed(2)},${focus.y.toFixed(2)}`)
  if (thumbnail !== null) body.append('thumbnail', thumbnail)
  try {
    const saved = await api.put<MediaAttachment>(`/api/v1/media/${media.id}`, body)
    changeMedia(composition, key, { media: { ...saved, url: saved.url ?? media.url } })
  } catch (error) {
    // it belongs to the status that is edited: the edit brings it
    if (editId === null || asApiError(error).status !== 404 || thumbnail !== null) throw error
  }
}
