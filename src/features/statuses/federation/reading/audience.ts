import { type Document, idsOf, listOf, namesPublic } from '../../../../kernel/activitypub/as2.ts'
import type { Visibility } from '../../../../kernel/db/schema.ts'

/** maximum of entries per list that are examined */
const MAX_ENTRIES = 500
/** maximum of recipients of an object; the rest is cut off (A36) */
const MAX_RECIPIENTS = 100

export interface RemoteAudience {
  visibility: Visibility
  /** actors and collections that it is addressed to, without the public collection */
  recipients: string[]
}

export function isPublic(value: unknown): boolean {
  return namesPublic([value])
}

/**
 * The audience of an object or activity: the public collection in `to` makes it public, in `cc`
 * unlisted; otherwise it is for the author's followers, or for mentioned accounts only.
 *
 * @param followersUri of its author; null if unknown
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
