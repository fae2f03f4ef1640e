import { ValidationFailed } from '../../kernel/base/errors.ts'
import type { Visibility } from '../../kernel/db/schema.ts'
import { Id, Nullable } from '../../kernel/http/params.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { parseTime } from '../../kernel/text/iso-time.ts'
import { languageOrNull } from '../../kernel/text/language.ts'
import { MAX_ATTACHMENTS } from '../media/attachments.ts'
import type { QuotePolicy } from '../statuses/tables.ts'
import { readQuotePolicy, readVisibility } from '../statuses/write/input.ts'
import { refuseUnsupported, unsupportedFields } from '../statuses/write/unsupported.ts'
import type { DraftPost } from './tables.ts'

const MOST_POSTS = 25
const MOST_OPTIONS = 20
/** maximum of UTF-16 units of a draft: many times the limit of a post */
const MOST_UNITS = 100_000

const Poll = Type.Object({
  options: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_OPTIONS })),
  expires_in: Type.Optional(Type.Integer({ minimum: 0 })),
  multiple: Type.Optional(Type.Boolean()),
  hide_totals: Type.Optional(Type.Boolean()),
})

const Post = Type.Object({
  text: Type.Optional(Type.String()),
  spoiler_text: Type.Optional(Type.String()),
  sensitive: Type.Optional(Type.Boolean()),
  media_ids: Type.Optional(Type.Array(Id, { maxItems: MAX_ATTACHMENTS })),
  poll: Type.Optional(Nullable(Poll)),
})

/** The complete draft: missing members are not stored. */
export const DraftBody = Type.Object({
  posts: Type.Array(Post, { minItems: 1, maxItems: MOST_POSTS }),
  in_reply_to_id: Type.Optional(Nullable(Id)),
  quoted_status_id: Type.Optional(Nullable(Id)),
  visibility: Type.Optional(Nullable(Type.String())),
  quote_approval_policy: Type.Optional(Nullable(Type.String())),
  language: Type.Optional(Nullable(Type.String())),
  scheduled_at: Type.Optional(Nullable(Type.String())),
  ...unsupportedFields,
})

/** A new draft. Sent again with the same `client_id`, it replaces the one that was made of it (S-615). */
export const NewDraftBody = Type.Object({
  ...DraftBody.properties,
  client_id: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
})

export interface DraftInput {
  posts: DraftPost[]
  inReplyToId: string | null
  quotedId: string | null
  visibility: Visibility | null
  quotePolicy: QuotePolicy | null
  language: string | null
  /** ms since 1970; may be past */
  scheduledAt: number | null
}

/**
 * A draft in a request. Only its size is limited: it need not be publishable.
 * @throws ValidationFailed if it is too long, or a choice is invalid
 */
export function readDraft(given: Static<typeof DraftBody>): DraftInput {
  refuseUnsupported(given)
  const posts = given.posts.map(readPost)
  if (posts.reduce((units, post) => units + lengthOf(post), 0) > MOST_UNITS) {
    throw new ValidationFailed(`Draft is too long (maximum is ${MOST_UNITS} characters)`)
  }
  return {
    posts,
    inReplyToId: given.in_reply_to_id ?? null,
    quotedId: given.quoted_status_id ?? null,
    visibility: given.visibility ? readVisibility(given.visibility) : null,
    quotePolicy: given.quote_approval_policy ? readQuotePolicy(given.quote_approval_policy) : null,
    language: languageOrNull(given.language ?? undefined),
    scheduledAt: given.scheduled_at ? readTime(given.scheduled_at) : null,
  }
}

function readPost(given: Static<typeof Post>): DraftPost {
  const { poll } = given
  return {
    text: given.text ?? '',
    spoiler_text: given.spoiler_text ?? '',
    sensitive: given.sensitive ?? false,
    media_ids: [...new Set(given.media_ids)],
    poll: poll
      ? {
          options: poll.options ?? [],
          expires_in: poll.expires_in ?? 0,
          multiple: poll.multiple ?? false,
          hide_totals: poll.hide_totals ?? false,
        }
      : null,
  }
}

function lengthOf({ text, spoiler_text, poll }: DraftPost): number {
  return text.length + spoiler_text.length + (poll?.options.join('').length ?? 0)
}

function readTime(text: string): number {
  const at = parseTime(text)
  if (at === null) throw new ValidationFailed('Scheduled at is not a valid date')
  return at
}
