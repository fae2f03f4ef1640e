import type {
  Poll,
  Preferences,
  ScheduledStatus,
  ScheduledThread,
  Status,
} from '../../shared/entities/api.ts'
import { asLocalTime } from '../../shared/local-time.ts'
import type { Intent } from './open-composer.ts'
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

const narrower = (one: Visibility, other: Visibility): Visibility =>
  NARROWER[Math.max(NARROWER.indexOf(one), NARROWER.indexOf(other))] ?? one

/** The key under which the writing for a purpose is kept. */
export function slotOf(intent: Intent): string {
  if (intent.edit !== undefined) return `edit:${intent.edit.status.id}`
  if (intent.scheduled !== undefined) return `scheduled:${intent.scheduled.id}`
  if (intent.draftId !== undefined) return `draft:${intent.draftId}`
  if (intent.redraft !== undefined) return `redraft:${intent.redraft.status.id}`
  if (intent.replyTo !== undefined) return `reply:${intent.replyTo.id}`
  if (intent.quote !== undefined) return `quote:${intent.quote.id}`
  return 'new'
}

export const bringsText = ({ text, redraft, visibility }: Intent): boolean =>
  text !== undefined || redraft !== undefined || visibility === 'direct'

/** Whether it is about one text that was begun already. */
export const goesOn = ({ kept, draftId, edit, scheduled }: Intent): boolean =>
  kept !== undefined || draftId !== undefined || edit !== undefined || scheduled !== undefined

/** An empty post, as the person wants them to begin. @param chosen null: not known */
export function plainWriting(slot: string, chosen: Preferences | null, language: string): Writing {
  const quotePolicy: QuotePolicy = chosen?.['posting:default:quote_policy'] ?? 'public'
  return {
    slot,
    key: crypto.randomUUID(),
    isDraftSent: false,
    isScheduleSent: false,
    parts: [emptyPart({ sensitive: chosen?.['posting:default:sensitive'] ?? false })],
    visibility: chosen?.['posting:default:visibility'] ?? 'public',
    language,
    quotePolicy,
    scheduledAt: '',
    replyTo: null,
    quote: null,
    editId: null,
    scheduled: null,
    draftId: null,
  }
}

/** With what the intent brings. */
export function withGiven(writing: Writing, { text, visibility, quote }: Intent): Writing {
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

/** An answer to a status: its people, but for whoever writes, its visibility, language and warning. */
export function answering(plain: Writing, status: Status, ownId: string | undefined): Writing {
  const people = [status.account, ...status.mentions].filter(({ id }) => id !== ownId)
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

/**
 * A status to be changed, or to be written anew.
 * @param now ms
 */
export function ofStatus(
  plain: Writing,
  { status, source }: NonNullable<Intent['edit']>,
  { isEdit, replyTo, now = Date.now() }: { isEdit: boolean; replyTo: Status | null; now?: number },
): Writing {
  const part = emptyPart({
    text: source.text,
    spoiler_text: source.spoiler_text,
    warned: source.spoiler_text !== '',
    sensitive: status.sensitive && source.spoiler_text === '',
    media: status.media_attachments.map(attachedOf),
    poll: status.poll === null ? null : pollOf(status.poll, now),
  })
  return {
    ...plain,
    replyTo,
    quote: status.quote?.quoted_status ?? null,
    visibility: status.visibility,
    language: status.language ?? plain.language,
    quotePolicy: policyOf(status),
    editId: isEdit ? status.id : null,
    parts: [part],
  }
}

function policyOf({ quote_approval: { automatic } }: Status): QuotePolicy {
  if (automatic.includes('public')) return 'public'
  return automatic.includes('followers') ? 'followers' : 'nobody'
}

function pollOf({ options, multiple, expires_at }: Poll, now: number): WrittenPoll {
  const left = expires_at === null ? 0 : (Date.parse(expires_at) - now) / 1000
  const hidden = options.some(({ votes_count }) => votes_count === null)
  return {
    options: options.map(({ title }) => title),
    expires_in: left >= 300 ? Math.round(left) : 86_400,
    multiple,
    hide_totals: hidden,
  }
}

/** Posts that wait for their time, with the post that the first one belongs to. */
export function ofScheduled(
  plain: Writing,
  { id, posts, scheduled_at }: ScheduledThread,
  { replyTo, quote }: Pick<Writing, 'replyTo' | 'quote'>,
): Writing {
  const [first] = posts
  if (first === undefined) return plain
  const { params } = first
  const writing: Writing = {
    ...plain,
    replyTo,
    quote,
    visibility: params.visibility,
    language: params.language ?? plain.language,
    quotePolicy: params.quote_approval_policy ?? plain.quotePolicy,
    scheduledAt: asLocalTime(scheduled_at),
    parts: posts.map(scheduledPart),
  }
  return { ...writing, scheduled: { id, content: settingsOf(writing) } }
}

const scheduledPart = ({ params, media_attachments }: ScheduledStatus): Part =>
  emptyPart({
    text: params.text,
    spoiler_text: params.spoiler_text ?? '',
    warned: (params.spoiler_text ?? '') !== '',
    sensitive: params.sensitive ?? false,
    media: media_attachments.map(attachedOf),
    poll: params.poll,
  })

/** All of it but its time. */
export const settingsOf = (writing: Writing): string =>
  JSON.stringify([
    contentsOf(writing),
    writing.visibility,
    writing.language,
    writing.quotePolicy,
    writing.replyTo?.id,
  ])
