import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { Id, IdList, Nullable } from '../../../kernel/http/params.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { postingLanguage } from '../../accounts/posting-defaults.ts'
import type { UserSettings } from '../../accounts/tables.ts'
import { MAX_ATTACHMENTS } from '../../media/attachments.ts'
import { detailFields, type MediaDetails, readDetails } from '../../media/details.ts'
import { findMedia } from '../../media/queries.ts'
import type { NewPoll } from '../../polls/create.ts'
import type { Screening } from '../screening/screening.ts'
import type { QuotePolicy } from '../tables.ts'
import type { Author, NewStatus } from './create.ts'
import { refuseUnsupported, unsupportedFields } from './unsupported.ts'

const Poll = Type.Object({
  options: Type.Optional(Type.Array(Type.String())),
  expires_in: Type.Optional(Type.Integer()),
  multiple: Type.Optional(Type.Boolean()),
  hide_totals: Type.Optional(Type.Boolean()),
})

const writing = {
  status: Type.Optional(Type.String()),
  spoiler_text: Type.Optional(Type.String()),
  sensitive: Type.Optional(Type.Boolean()),
  language: Type.Optional(Type.String()),
  media_ids: Type.Optional(Type.Array(Id)),
  poll: Type.Optional(Poll),
  quote_approval_policy: Type.Optional(Type.String()),
  ...unsupportedFields,
}

/** https://docs.joinmastodon.org/methods/statuses/#create */
export const CreateBody = Type.Object({
  ...writing,
  quoted_status_id: Type.Optional(Nullable(Id)),
  in_reply_to_id: Type.Optional(Nullable(Id)),
  visibility: Type.Optional(Type.String()),
  scheduled_at: Type.Optional(Type.String()),
  allowed_mentions: Type.Optional(IdList),
})

/** The author of a status, and the defaults for missing parameters. */
export interface Publishing {
  author: Author
  settings: UserSettings
  locale: string
  applicationId: string | null
  idempotencyKey: string | null
  screening: Screening
}

/** The status that the parameters describe; missing parameters take the author's defaults. */
export function newStatusOf(
  given: Omit<Static<typeof CreateBody>, 'scheduled_at'>,
  by: Publishing,
): NewStatus {
  const { settings } = by
  refuseUnsupported(given)
  return {
    author: by.author,
    text: given.status ?? '',
    spoilerText: given.spoiler_text ?? '',
    sensitive: given.sensitive ?? settings.default_sensitive,
    visibility: readVisibility(given.visibility || settings.default_privacy),
    language: postingLanguage(given.language, settings, by.locale),
    inReplyToId: given.in_reply_to_id ?? null,
    mediaIds: given.media_ids ?? [],
    poll: readPoll(given.poll),
    quotedId: given.quoted_status_id ?? null,
    quotePolicy: readQuotePolicy(given.quote_approval_policy || settings.default_quote_policy),
    applicationId: settings.show_application ? by.applicationId : null,
    idempotencyKey: by.idempotencyKey,
    screening: by.screening,
    allowedMentions: given.allowed_mentions ?? null,
  }
}

const MediaChange = Type.Object({ id: Id, ...detailFields })

/** https://docs.joinmastodon.org/methods/statuses/#edit */
export const EditBody = Type.Object({
  ...writing,
  media_attributes: Type.Optional(Type.Array(MediaChange)),
})

const VISIBILITIES: readonly string[] = ['public', 'unlisted', 'private', 'direct']

/** @throws ValidationFailed for an unknown word */
export function readVisibility(text: string): Visibility {
  if (!VISIBILITIES.includes(text)) {
    throw new ValidationFailed('Visibility is not included in the list')
  }
  return text as Visibility
}

const QUOTE_POLICIES: readonly string[] = ['public', 'followers', 'nobody']

/** @throws ValidationFailed for an unknown word */
export function readQuotePolicy(text: string): QuotePolicy {
  if (!QUOTE_POLICIES.includes(text)) {
    throw new ValidationFailed('Quote approval policy is not included in the list')
  }
  return text as QuotePolicy
}

/** The poll in the parameters; null if there is none. */
export function readPoll(poll: Static<typeof Poll> | undefined): NewPoll | null {
  if (poll === undefined || Object.keys(poll).length === 0) return null
  return {
    options: poll.options ?? [],
    expiresIn: poll.expires_in ?? 0,
    multiple: poll.multiple ?? false,
    hideTotals: poll.hide_totals ?? false,
  }
}

/**
 * The changes that an edit makes to those of the account's media that the status will have.
 * @param unused as in `readDetails`
 */
export async function readMediaChanges(
  app: App,
  accountId: string,
  { media_ids = [], media_attributes = [] }: Static<typeof EditBody>,
  unused: AsyncDisposableStack,
): Promise<{ id: string; details: MediaDetails }[]> {
  const kept = media_ids.slice(0, MAX_ATTACHMENTS)
  const named = media_attributes.filter(({ id }) => kept.includes(id)).slice(0, MAX_ATTACHMENTS)
  const changes = []
  for (const { id, ...given } of named) {
    const media = await findMedia(app.db, id)
    if (media?.account_id !== accountId) continue
    changes.push({ id, details: await readDetails(app, given, unused) })
  }
  return changes
}
