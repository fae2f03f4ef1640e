import { effect } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { ApiError, asApiError } from '../../shared/api-error.ts'
import { isOffline } from '../../shared/connectivity.ts'
import type { ScheduledThread, Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { fromLocalTime } from '../../shared/local-time.ts'
import { savingEnds } from './autosave.ts'
import { type Composition, changePart, changeWriting, finish } from './composition.ts'
import { settingsOf } from './initial-writing.ts'
import { rememberLanguage } from './languages.ts'
import { deleteLocalDraft } from './local-drafts.ts'
import { changeBody, postBody, threadBody } from './request-bodies.ts'
import { draftChanges, showChanged, showPosted, showScheduled } from './sent.ts'
import { deletePosted } from './server-drafts.ts'
import { suggestedTime } from './validation.ts'
import { contentOf, isBlank, type Part, type Writing } from './writing.ts'

const THREADS = '/api/rookery/v1/scheduled_threads'

/**
 * Sends what is written: what was posted already is not posted again, so it can be called until it goes well.
 * @throws ApiError; all that is written is still there then
 */
export async function send(composition: Composition): Promise<void> {
  const { sending } = composition
  try {
    sending.value = { state: 'uploading' }
    await uploadsEnd(composition)
    await whenOnline(composition)
    dropBlankParts(composition)
    await sendWhole(composition)
    await end(composition)
  } finally {
    sending.value = null
  }
}

async function sendWhole(composition: Composition): Promise<void> {
  const writing = composition.writing.peek()
  composition.sending.value = { state: 'sending', part: 0 }
  if (writing.editId !== null) return showChanged(await sendChange(writing, writing.editId))
  if (writing.scheduledAt !== '') return sendScheduled(composition).then(showScheduled)
  showPosted(await sendThread(composition))
}

/** Removes blank parts after the first one. */
function dropBlankParts(composition: Composition): void {
  const { parts } = composition.writing.peek()
  const written = parts.filter((part, index) => index === 0 || !isBlank(part))
  if (written.length < parts.length) changeWriting(composition, { parts: written })
}

async function sendThread(composition: Composition): Promise<Status[]> {
  const made: Status[] = []
  await findUnheard(composition)
  await releaseScheduled(composition)
  for (const [index, { key }] of composition.writing.peek().parts.entries()) {
    composition.sending.value = { state: 'sending', part: index + 1 }
    const { parts } = composition.writing.peek()
    const part = parts.find((one) => one.key === key)
    if (part === undefined || part.sentId !== null) continue
    const before = index === 0 ? undefined : parts[index - 1]?.sentId
    const status = await sendPart(composition, part, before ?? null)
    changePart(composition, key, { sentId: status.id, tried: null })
    made.push(status)
  }
  return made
}

async function sendPart(
  composition: Composition,
  part: Part,
  before: string | null,
): Promise<Status> {
  const writing = composition.writing.peek()
  const { tried } = part
  const content = contentOf(part)
  changePart(composition, part.key, { tried: tried ?? content })
  const status = await post<Status>(composition, part, postBody(part, writing, before))
  // the first answer was lost, and what the server took then was changed since
  if (tried === null || tried === content) return status
  return sendChange({ ...writing, parts: [part] }, status.id)
}

/** Posts with the key of the part; what the server has refused for certain is as if it was never sent. */
async function post<T>(
  composition: Composition,
  { key }: Part,
  body: object,
  path = '/api/v1/statuses',
): Promise<T> {
  try {
    return await api.post<T>(path, body, { 'idempotency-key': key })
  } catch (error) {
    const { status } = asApiError(error)
    if (status >= 400 && status < 500) {
      changePart(composition, key, { tried: null })
      changeWriting(composition, { isScheduleSent: false })
    }
    throw error
  }
}

function sendChange(writing: Writing, id: string): Promise<Status> {
  const part = writing.parts[0] as Part
  return api.put<Status>(`/api/v1/statuses/${id}`, changeBody(part, writing))
}

async function sendScheduled(composition: Composition): Promise<void> {
  const writing = composition.writing.peek()
  const { scheduled } = writing
  if (scheduled !== null && scheduled.content === settingsOf(writing)) {
    const scheduled_at = fromLocalTime(writing.scheduledAt)
    await api.put(`/api/v1/scheduled_statuses/${scheduled.id}`, { scheduled_at })
    return
  }
  const body = threadBody(writing)
  if (scheduled !== null) {
    await api.put(`${THREADS}/${scheduled.id}`, body)
    return
  }
  const first = writing.parts[0] as Part
  const content = JSON.stringify(body)
  changePart(composition, first.key, { tried: first.tried ?? content })
  changeWriting(composition, { isScheduleSent: true })
  const thread = await post<ScheduledThread>(composition, first, body, THREADS)
  // the first answer was lost, and what the server took then was changed since
  if (first.tried !== null && first.tried !== content)
    await api.put(`${THREADS}/${thread.id}`, body)
}

/** Finds what the server may have scheduled though its answer was lost, so that it is not posted a second time then. */
async function findUnheard(composition: Composition): Promise<void> {
  const writing = composition.writing.peek()
  if (!writing.isScheduleSent) return
  const body = { ...threadBody(writing), scheduled_at: fromLocalTime(suggestedTime()) }
  const part = writing.parts[0] as Part
  const { id, posts } = await post<ScheduledThread>(composition, part, body, THREADS)
  if (posts.length === 0) throw postedMeanwhile()
  changePart(composition, part.key, { tried: null })
  changeWriting(composition, {
    scheduled: { id, content: '', isReleased: true },
    isScheduleSent: false,
  })
}

const postedMeanwhile = () =>
  new ApiError(409, { error: t('It was posted meanwhile, or deleted.') })

/** Cancels the scheduled posts, as they are posted now instead. @throws ApiError if it was posted meanwhile */
async function releaseScheduled(composition: Composition): Promise<void> {
  const { scheduled } = composition.writing.peek()
  if (scheduled === null) return
  changeWriting(composition, { scheduled: { ...scheduled, isReleased: true } })
  try {
    await api.delete(`${THREADS}/${scheduled.id}`)
  } catch (error) {
    const isGone = asApiError(error).status === 404
    if (!isGone) throw error
    if (scheduled.isReleased !== true) throw postedMeanwhile()
  }
  changeWriting(composition, { scheduled: null })
}

/** Nothing of what was sent is kept as a draft. */
async function end(composition: Composition): Promise<void> {
  composition.done = true
  // one that is being saved just now gets its id first
  await savingEnds(composition)
  const { slot, language } = composition.writing.peek()
  deleteLocalDraft(slot)
  finish(composition)
  rememberLanguage(language)
  // where it fails, it is in the list of drafts, where it can be deleted
  const wasThere = await deletePosted(composition.writing.peek()).catch(() => false)
  if (wasThere) draftChanges.value += 1
}

/** Waits until the server has all files. @throws ApiError if one of them failed */
function uploadsEnd({ writing }: Composition): Promise<void> {
  return until(() => {
    const media = writing.value.parts.flatMap((part) => part.media)
    if (media.some(({ state }) => state === 'failed')) {
      throw new ApiError(422, {
        error: t('A file could not be uploaded. Try again or remove it.'),
      })
    }
    return media.every(({ state }) => state === 'ready')
  })
}

/** Waits for the network; it goes on by itself unless the person stops it. */
async function whenOnline({ sending }: Composition): Promise<void> {
  if (!isOffline.peek()) return
  sending.value = { state: 'offline' }
  await until(() => {
    if (sending.value === null) throw new ApiError(0, { error: t('Not sent') })
    return !isOffline.value
  })
}

function until(isReached: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let stop: (() => void) | null = null
    const leave = (by: () => void) => {
      queueMicrotask(() => stop?.())
      by()
    }
    stop = effect(() => {
      try {
        if (isReached()) leave(resolve)
      } catch (error) {
        leave(() => reject(error))
      }
    })
  })
}
