import { type Document, idsOf, listOf, namesPublic } from '../../../activitypub/as2.ts'
import type { Visibility } from '../../../db/schema.ts'

/** entries of a list that are looked at */
const MAX_ENTRIES = 500
/** whom an object is for, at most: the rest is cut off (A36) */
const MAX_RECIPIENTS = 100

export interface RemoteAudience {
  visibility: Visibility
  /** actors and collections it is addressed to, without the public */
  recipients: string[]
}

export function isPublic(value: unknown): boolean {
  return namesPublic([value])
}

/**
 * Whom an object or activity is for: in `to` everybody makes it public, in `cc` unlisted; else the
 * author's followers may see it, or only who is named.
 *
 * @param followersUri of its author; null if that is not known
 */
export function readAudience(document: Document, followersUri: string | null): RemoteAudience {
  const to = listOf(document.to).slice(0, MAX_ENTRIES)
  const cc = [document.cc, document.audience].flatMap((list) => listOf(list).slice(0, MAX_ENTRIES))
  const recipients = [...to.slice(0, MAX_RECIPIENTS), ...cc.slice(0, MAX_RECIPIENTS)]
    .flatMap(idsOf)
    .filter((uri) => !isPublic(uri))
  const unique = [...new Set(recipients)].slice(0, MAX_RECIPIENTS)
  return { visibility: visibilityOf({ to, cc }, unique, followersUri), recipients: unique }
}

function visibilityOf(
  { to, cc }: { to: readonly unknown[]; cc: readonly unknown[] },
  recipients: readonly string[],
  followersUri: string | null,
): Visibility {
  if (namesPublic(to)) return 'public'
  if (namesPublic(cc)) return 'unlisted'
  return followersUri !== null && recipients.includes(followersUri) ? 'private' : 'direct'
}
