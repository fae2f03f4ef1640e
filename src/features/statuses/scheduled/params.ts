import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { Static } from '../../../kernel/http/schema.ts'
import { parseTime } from '../../../kernel/text/iso-time.ts'
import type { ScheduledParams } from '../tables.ts'
import type { NewStatus } from '../write/create.ts'
import { type CreateBody, newStatusOf, type Publishing } from '../write/input.ts'

/** minimum of ms between now and the scheduled time */
const SOONEST = 5 * 60_000

/**
 * The time at which to publish a status; a time without a zone is UTC.
 *
 * @param now ms since 1970
 * @returns ms since 1970; null for at once, also if the time is past (S-345)
 * @throws ValidationFailed if it is no time, or too soon
 */
export function readScheduledAt(text: string | undefined, now: number): number | null {
  if (text === undefined || text.trim() === '') return null
  const at = readTime(text.trim())
  if (at <= now) return null
  checkTime(at, now)
  return at
}

/** @throws ValidationFailed if it is no time */
export function readTime(text: string): number {
  const at = parseTime(text)
  if (at === null) throw new ValidationFailed('Scheduled at is not a valid date')
  return at
}

/** @throws ValidationFailed if it is too soon */
export function checkTime(at: number, now: number): void {
  if (at <= now + SOONEST) {
    throw new ValidationFailed('Scheduled at date must be in the future')
  }
}

/** The stored part of a request, read again at the scheduled time. */
export function paramsOf(given: Static<typeof CreateBody>, status: NewStatus): ScheduledParams {
  const { poll } = status
  return {
    text: status.text,
    spoiler_text: given.spoiler_text ?? null,
    sensitive: given.sensitive ?? null,
    // a later change of the default visibility must not widen the audience
    visibility: status.visibility,
    language: given.language ?? null,
    media_ids: given.media_ids ?? null,
    poll: poll && {
      options: poll.options,
      expires_in: poll.expiresIn,
      multiple: poll.multiple,
      hide_totals: poll.hideTotals,
    },
    in_reply_to_id: status.inReplyToId,
    quoted_status_id: status.quotedId,
    quote_approval_policy: status.quotePolicy,
    ...(given.allowed_mentions === undefined ? {} : { allowed_mentions: given.allowed_mentions }),
  }
}

/** The status that the stored parameters describe. */
export function scheduledStatusOf(params: ScheduledParams, by: Publishing): NewStatus {
  const { text, spoiler_text, sensitive, language, media_ids, poll, quote_approval_policy } = params
  return newStatusOf(
    {
      status: text,
      visibility: params.visibility,
      in_reply_to_id: params.in_reply_to_id,
      quoted_status_id: params.quoted_status_id,
      ...(spoiler_text === null ? {} : { spoiler_text }),
      ...(sensitive === null ? {} : { sensitive }),
      ...(language === null ? {} : { language }),
      ...(media_ids === null ? {} : { media_ids }),
      ...(poll === null ? {} : { poll }),
      ...(params.allowed_mentions === undefined
        ? {}
        : { allowed_mentions: params.allowed_mentions }),
      ...(quote_approval_policy === null ? {} : { quote_approval_policy }),
    },
    by,
  )
}
