import { api } from '../../../shared/api.ts'
import { tellError } from '../../../shared/components/toast.tsx'
import type { Gif, MediaAttachment } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { processed } from '../../../shared/upload.ts'
import { type Composition, changeMedia, changePart, findMedia } from '../composition.ts'
import { removeMedia, thumbnails } from '../media/attachments.ts'
import type { Attached } from '../writing.ts'

/** Attaches a GIF, which the server fetches, with what its provider says of it as a description to be changed. */
export function takeGif(composition: Composition, partKey: string, gif: Gif): void {
  const attached: Attached = {
    key: crypto.randomUUID(),
    name: t('GIF'),
    kind: 'image',
    state: 'processing',
    progress: 1,
    problem: null,
    media: null,
    description: gif.description,
    focus: null,
  }
  const part = composition.writing.peek().parts.find(({ key }) => key === partKey)
  if (part === undefined) return
  thumbnails.value = new Map([...thumbnails.peek(), [attached.key, gif.static_url]])
  changePart(composition, partKey, { media: [...part.media, attached] })
  fetchGif(composition, attached.key, gif.id).catch((error: unknown) => {
    if (findMedia(composition, attached.key) === undefined) return
    removeMedia(composition, attached.key)
    tellError(error, t('The GIF could not be added.'))
  })
}

async function fetchGif(composition: Composition, key: string, id: string): Promise<void> {
  const taken = await api.post<MediaAttachment>(`/api/rookery/v1/gifs/${id}`)
  if (findMedia(composition, key) === undefined) {
    // it was removed meanwhile
    await api.delete(`/api/v1/media/${taken.id}`)
    return
  }
  changeMedia(composition, key, { media: taken })
  const media = taken.url === null ? await processed(taken.id, NEVER) : taken
  changeMedia(composition, key, { media, state: 'ready' })
}

const NEVER = new AbortController().signal
