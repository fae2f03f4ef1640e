import {
  type Document,
  documentOf,
  idOf,
  isOfType,
  listOf,
} from '../../../../kernel/activitypub/as2.ts'
import type { QuotePolicy } from '../../tables.ts'
import { isPublic } from './audience.ts'

/** The status that an object quotes. */
export interface RemoteQuote {
  uri: string
  /** URI of its author's authorisation (FEP-044f) */
  approvalUri: string | null
}

const NAMES = ['quote', 'quoteUrl', 'quoteUri', '_misskey_quote'] as const
const AS2_TYPES = ['application/activity+json', 'application/ld+json']

/**
 * The quote of an object, in the spellings of FEP-044f, Fedibird, Misskey and FEP-e232.
 * @see https://codeberg.org/fediverse/fep/src/branch/main/fep/044f/fep-044f.md
 */
export function readQuote(object: Document, tags: readonly Document[]): RemoteQuote | null {
  const uri = NAMES.map((name) => idOf(object[name])).find((id) => id !== null)
  const found = uri ?? linkedQuote(tags)
  if (found === null) return null
  return { uri: found, approvalUri: idOf(object.quoteAuthorization) }
}

/** https://codeberg.org/fediverse/fep/src/branch/main/fep/e232/fep-e232.md */
function linkedQuote(tags: readonly Document[]): string | null {
  const link = tags.find(
    (tag) =>
      isOfType(tag, ['Link']) &&
      typeof tag.mediaType === 'string' &&
      AS2_TYPES.includes(tag.mediaType.split(';')[0]!.trim()) &&
      listOf(tag.rel).some((rel) => typeof rel === 'string' && rel.includes('quote')),
  )
  return link === undefined ? null : idOf(link.href)
}

/**
 * The accounts that may quote without asking; null if the object has no policy.
 * @param followersUri of its author
 */
export function readQuotePolicy(object: Document, followersUri: string | null): QuotePolicy | null {
  const canQuote = documentOf(documentOf(object.interactionPolicy)?.canQuote)
  if (canQuote === null) return null
  const approved = listOf(canQuote.automaticApproval ?? canQuote.always)
  if (approved.some(isPublic)) return 'public'
  return followersUri !== null && approved.includes(followersUri) ? 'followers' : 'nobody'
}
