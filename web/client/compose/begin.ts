import type { Poll, Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { asLocalTime } from '../../shared/local-time.ts'
import { account, instance, preferences, readServer } from '../state/server.ts'
import { type Composition, createComposition } from './composition.ts'
import { draftWriting, saveAsDraft } from './drafts.ts'
import { findKept, type Kept, rememberInitial } from './kept.ts'
import { defaultLanguage } from './languages.ts'
import type { Intent } from './open.ts'
import { findOrNull } from './related.ts'
import {
  attachedOf,
  contentsOf,
  emptyPart,
  type Part,
  type QuotePolicy,
  type Visibility,
  type Writing,
  type WrittenPoll,
} from './writing.ts'

/** from those that everybody sees to those that few do */
const NARROWER: readonly Visibility[] = ['public', 'unlisted', 'private', 'direct']

/**
 * Begins to write: with what the intent brings, or goes on with what was kept of the same.
 * @throws ApiError if something that is needed could not be read
 */
export async function begin(intent: Intent): Promise<Composition> {
  if (instance.peek() === null || preferences.peek() === null || account.peek() === null) {
    await readServer()
  }
  if (intent.kept !== undefined) return resume(intent.kept)
  const slot = slotOf(intent)
  const kept = findKept(slot)
  if (kept !== null && !bringsText(intent)) return resume(kept)
  // what stood there is not written over
  if (kept !== null) void saveAsDraft(kept.writing).catch(() => {})
  const { writing, notice } = await writingOf(intent, slot)
  const composition = createComposition(writing)
  composition.notice.value = notice
  rememberInitial(slot, composition.initial)
  return composition
}

/** Goes on with what this browser kept. */
function resume({ writing, initial, hasLostFiles }: Kept): Composition {
  rememberInitial(writing.slot, initial)
  const composition = createComposition(writing, initial)
  if (hasLostFiles) {
    composition.notice.value = t('Some files were not uploaded yet when you left. Add them again.')
  }
  return composition
}

function slotOf(intent: Intent): string {
  if (intent.edit !== undefined) return `edit:${intent.edit.status.id}`
  if (intent.scheduled !== undefined) return `scheduled:${intent.scheduled.id}`
  if (intent.draftId !== undefined) return `draft:${intent.draftId}`
  if (intent.redraft !== undefined) return `redraft:${intent.redraft.status.id}`
  if (intent.replyTo !== undefined) return `reply:${intent.replyTo.id}`
  if (intent.quote !== undefined) return `quote:${intent.quote.id}`
  return 'new'
}

const bringsText = ({ text, redraft, visibility }: Intent): boolean =>
  text !== undefined || redraft !== undefined || visibility === 'direct'

interface Begun {
  writing: Writing
  notice: string
}

async function writingOf(intent: Intent, slot: string): Promise<Begun> {
  const plain = plainWriting(slot)
  if (intent.draftId !== undefined) return draftWriting(plain, intent.draftId)
  const whole = intent.edit ?? intent.redraft
  if (whole !== undefined) return ofStatus(plain, whole, intent.edit !== undefined)
  if (intent.scheduled !== undefined) return ofScheduled(plain, intent.scheduled)
  const writing = intent.replyTo === undefined ? plain : answering(plain, intent.replyTo)
  return { writing: withGiven(writing, intent), notice: '' }
}

function withGiven(writing: Writing, { text, visibility, quote }: Intent): Writing {
  const [first = emptyPart()] = writing.parts
  const limited = quote?.visibility === 'private' || quote?.visibility === 'direct'
  return {
    ...writing,
    quote: quote ?? null,
    visibility:
      visibility ?? (limited ? narrower(writing.visibility, 'private') : writing.visibility),
    parts: [text === undefined ? first : { ...first, text: first.text + text }],
  }
}

function plainWriting(slot: string): Writing {
  const chosen = preferences.peek()
  const quotePolicy: QuotePolicy = chosen?.['posting:default:quote_policy'] ?? 'public'
  return {
    slot,
    parts: [emptyPart({ sensitive: chosen?.['posting:default:sensitive'] ?? false })],
    visibility: chosen?.['posting:default:visibility'] ?? 'public',
    language: defaultLanguage(),
    quotePolicy,
    scheduledAt: '',
    replyTo: null,
    quote: null,
    editId: null,
    scheduled: null,
    draftId: null,
  }
}

const narrower = (one: Visibility, other: Visibility): Visibility =>
  NARROWER[Math.max(NARROWER.indexOf(one), NARROWER.indexOf(other))] ?? one

function answering(plain: Writing, status: Status): Writing {
  const own = account.peek()?.id
  const people = [status.account, ...status.mentions].filter(({ id }) => id !== own)
  const handles = [...new Set(people.map(({ acct }) => `@${acct} `))]
  const [first = emptyPart()] = plain.parts
  return {
    ...plain,
    replyTo: status,
    visibility: narrower(plain.visibility, status.visibility),
    language: status.language ?? plain.language,
    parts: [
      {
        ...first,
        text: handles.join(''),
        spoiler_text: status.spoiler_text,
        warned: status.spoiler_text !== '',
      },
    ],
  }
}

/** A status to be changed, or to be written anew. */
async function ofStatus(
  plain: Writing,
  { status, source }: NonNullable<Intent['edit']>,
  isEdit: boolean,
): Promise<Begun> {
  const replyTo = await findOrNull(status.in_reply_to_id)
  const part = emptyPart({
    text: source.text,
    spoiler_text: source.spoiler_text,
    warned: source.spoiler_text !== '',
    sensitive: status.sensitive && source.spoiler_text === '',
    media: status.media_attachments.map(attachedOf),
    poll: status.poll === null ? null : pollOf(status.poll),
  })
  const writing: Writing = {
    ...plain,
    replyTo: replyTo.status,
    quote: status.quote?.quoted_status ?? null,
    visibility: status.visibility,
    language: status.language ?? plain.language,
    quotePolicy: policyOf(status),
    editId: isEdit ? status.id : null,
    parts: [part],
  }
  return { writing, notice: isEdit ? '' : replyTo.notice }
}

function policyOf({ quote_approval: { automatic } }: Status): QuotePolicy {
  if (automatic.includes('public')) return 'public'
  return automatic.includes('followers') ? 'followers' : 'nobody'
}

function pollOf({ options, multiple, expires_at }: Poll): WrittenPoll {
  const left = expires_at === null ? 0 : (Date.parse(expires_at) - Date.now()) / 1000
  const hidden = options.some(({ votes_count }) => votes_count === null)
  return {
    options: options.map(({ title }) => title),
    expires_in: left >= 300 ? Math.round(left) : 86_400,
    multiple,
    hide_totals: hidden,
  }
}

async function ofScheduled(
  plain: Writing,
  scheduled: NonNullable<Intent['scheduled']>,
): Promise<Begun> {
  const { params } = scheduled
  const [replyTo, quote] = await Promise.all([
    findOrNull(params.in_reply_to_id),
    findOrNull(params.quoted_status_id),
  ])
  const part: Part = emptyPart({
    text: params.text,
    spoiler_text: params.spoiler_text ?? '',
    warned: (params.spoiler_text ?? '') !== '',
    sensitive: params.sensitive ?? false,
    media: scheduled.media_attachments.map(attachedOf),
    poll: params.poll,
  })
  const writing: Writing = {
    ...plain,
    replyTo: replyTo.status,
    quote: quote.status,
    visibility: params.visibility,
    language: params.language ?? plain.language,
    quotePolicy: params.quote_approval_policy ?? plain.quotePolicy,
    scheduledAt: asLocalTime(scheduled.scheduled_at),
    parts: [part],
  }
  const marked = { ...writing, scheduled: { id: scheduled.id, content: settingsOf(writing) } }
  return { writing: marked, notice: replyTo.notice || quote.notice }
}

/** All of it but its time. */
export const settingsOf = (writing: Writing): string =>
  JSON.stringify([
    contentsOf(writing),
    writing.visibility,
    writing.language,
    writing.quotePolicy,
    writing.replyTo?.id,
  ])
