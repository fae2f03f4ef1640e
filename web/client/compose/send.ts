import { effect } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { ApiError, asApiError } from '../../shared/api-error.ts'
import type { ScheduledStatus, Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { fromLocalTime } from '../../shared/local-time.ts'
import { isOffline } from '../../shared/reach.ts'
import { settingsOf } from './begin.ts'
import { type Composition, changePart, changeWriting } from './composition.ts'
import { deleteDraft } from './drafts.ts'
import { dropKept } from './kept.ts'
import { rememberLanguage } from './languages.ts'
import { savingEnds } from './leave.ts'
import { draftChanges, showChanged, showPosted, showScheduled } from './sent.ts'
import { contentOf, filledPoll, isBlank, type Part, type Writing, wordsOf } from './writing.ts'

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
  if (writing.scheduledAt !== '') return showScheduled(await sendScheduled(composition))
  showPosted(await sendThread(composition))
}

/** Those behind the first that nothing was written into. */
function dropBlankParts(composition: Composition): void {
  const { parts } = composition.writing.peek()
  const written = parts.filter((part, index) => index === 0 || !isBlank(part))
  if (written.length < parts.length) changeWriting(composition, { parts: written })
}

async function sendThread(composition: Composition): Promise<Status[]> {
  const made: Status[] = []
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
  const isFirst = before === null
  const body = {
    ...bodyOf(part, writing),
    visibility: writing.visibility,
    in_reply_to_id: before ?? writing.replyTo?.id ?? null,
    quoted_status_id: isFirst ? (writing.quote?.id ?? null) : null,
  }
  const status = await post<Status>(composition, part, body)
  // the first answer was lost, and what the server took then was changed since
  if (tried === null || tried === content) return status
  return sendChange({ ...writing, parts: [part] }, status.id)
}

/** Posts with the key of the part; what the server has refused for certain is as if it was never sent. */
async function post<T>(composition: Composition, { key }: Part, body: object): Promise<T> {
  try {
    return await api.post<T>('/api/v1/statuses', body, { 'idempotency-key': key })
  } catch (error) {
    const { status } = asApiError(error)
    if (status >= 400 && status < 500) changePart(composition, key, { tried: null })
    throw error
  }
}

function bodyOf(part: Part, { language, quotePolicy }: Writing) {
  return {
    status: part.text,
    ...wordsOf(part),
    language,
    quote_approval_policy: quotePolicy,
    ...(part.poll === null ? {} : { poll: filledPoll(part.poll) }),
  }
}

function sendChange(writing: Writing, id: string): Promise<Status> {
  const part = writing.parts[0] as Part
  const media = part.media.flatMap(({ media, description, focus }) =>
    media === null
      ? []
      : { id: media.id, description, ...(focus === null ? {} : { focus: focusText(focus) }) },
  )
  return api.put<Status>(`/api/v1/statuses/${id}`, {
    ...bodyOf(part, writing),
    media_attributes: media,
  })
}

export const focusText = ({ x, y }: { x: number; y: number }): string =>
  `${x.toFixed(2)},${y.toFixed(2)}`

async function sendScheduled(composition: Composition): Promise<ScheduledStatus> {
  const writing = composition.writing.peek()
  const scheduled_at = fromLocalTime(writing.scheduledAt)
  const { scheduled } = writing
  if (scheduled !== null && scheduled.content === settingsOf(writing)) {
    return api.put<ScheduledStatus>(`/api/v1/scheduled_statuses/${scheduled.id}`, { scheduled_at })
  }
  await releaseScheduled(composition)
  const part = writing.parts[0] as Part
  const content = contentOf(part)
  changePart(composition, part.key, { tried: part.tried ?? content })
  return post<ScheduledStatus>(composition, part, {
    ...bodyOf(part, writing),
    visibility: writing.visibility,
    in_reply_to_id: writing.replyTo?.id ?? null,
    quoted_status_id: writing.quote?.id ?? null,
    scheduled_at,
  })
}

/** A scheduled status cannot be changed, only replaced; it holds its files until it is gone. */
async function releaseScheduled(composition: Composition): Promise<void> {
  const { scheduled } = composition.writing.peek()
  if (scheduled === null) return
  try {
    await api.delete(`/api/v1/scheduled_statuses/${scheduled.id}`)
  } catch (error) {
    if (asApiError(error).status !== 404) throw error
  }
  changeWriting(composition, { scheduled: null })
}

/** Nothing of what was sent is kept as a draft. */
async function end(composition: Composition): Promise<void> {
  composition.done = true
  // one that is being saved just now gets its id first
  await savingEnds(composition)
  const { slot, draftId, language } = composition.writing.peek()
  dropKept(slot)
  rememberLanguage(language)
  if (draftId === null) return
  await deleteDraft(draftId).catch(() => {}) // it is in the list of drafts, where it can be deleted
  draftChanges.value += 1
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
