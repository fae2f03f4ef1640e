import { type Document, documentOf, idOf, idsOf, isOfType, listOf } from '../../activitypub/as2.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sameOrigin } from '../../net/origin.ts'
import { canonicalUri } from './named.ts'
import { readQuote } from './reading/quote.ts'
import { findStatusByUri } from './stored.ts'

/** recipients and names that are looked at */
const LOOKED_AT = 500

const followersOf = prepared((db, p: { id: string }) =>
  db.selectFrom('follow').where('target_id', '=', p.id).select('id').limit(1),
)

/** Whether somebody of this server follows a remote account. */
export async function isFollowedHere(db: Db, accountId: string): Promise<boolean> {
  return (await followersOf(db, { id: accountId })).length > 0
}

/**
 * Whether a status that was sent to us concerns anybody here: its author is followed, it names or is
 * addressed to somebody, or it answers or quotes what is known. Nothing is fetched to find out (A19).
 */
export async function concernsUs(
  app: Pick<App, 'db' | 'config'>,
  actorId: string,
  object: Document,
): Promise<boolean> {
  if (await isFollowedHere(app.db, actorId)) return true
  const tags = listOf(object.tag)
    .slice(0, LOOKED_AT)
    .map(documentOf)
    .filter((tag) => tag !== null)
  const quote = readQuote(object, tags)
  for (const uri of [idOf(object.inReplyTo), quote?.uri ?? null]) {
    if (uri !== null && (await findStatusByUri(app.db, uri)) !== null) return true
  }
  return namesSomebodyHere(app, [...recipientsOf(object), ...mentionedBy(tags)])
}

function recipientsOf(object: Document): string[] {
  return [object.to, object.cc].flatMap((list) => listOf(list).slice(0, LOOKED_AT).flatMap(idsOf))
}

function mentionedBy(tags: readonly Document[]): string[] {
  return tags.filter((tag) => isOfType(tag, ['Mention'])).flatMap((tag) => idsOf(tag.href))
}

async function namesSomebodyHere(
  { db, config }: Pick<App, 'db' | 'config'>,
  uris: readonly string[],
): Promise<boolean> {
  const ours = uris.filter((uri) => sameOrigin(uri, config.origin))
  if (ours.length === 0) return false
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(
      'uri',
      'in',
      ours.slice(0, LOOKED_AT).map((uri) => canonicalUri(config, uri)),
    )
    .where('domain', 'is', null)
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
