import {
  type Document,
  documentOf,
  idOf,
  idsOf,
  isOfType,
  listOf,
} from '../../../kernel/activitypub/as2.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { accountExists } from '../../accounts/predicates.ts'
import { canonicalUri } from './named-actors.ts'
import { findStatusByUri } from './queries.ts'
import { readQuote } from './reading/quote.ts'

/** maximum of recipients and mentions that are examined */
const MOST_EXAMINED = 500

const followersOf = prepared((db, p: { id: string }) =>
  db.selectFrom('follow').where('target_id', '=', p.id).select('id').limit(1),
)

/** Whether a local account follows a remote account. */
export async function isFollowedHere(db: Db, accountId: string): Promise<boolean> {
  return (await followersOf(db, { id: accountId })).length > 0
}

/**
 * Whether a received status concerns a local account: its author is followed, it mentions or
 * addresses a local account, or it replies to or quotes a known status. Fetches nothing (A19).
 */
export async function concernsUs(
  app: Pick<App, 'db' | 'config'>,
  actorId: string,
  object: Document,
): Promise<boolean> {
  if (await isFollowedHere(app.db, actorId)) return true
  const tags = listOf(object.tag)
    .slice(0, MOST_EXAMINED)
    .map(documentOf)
    .filter((tag) => tag !== null)
  const quote = readQuote(object, tags)
  for (const uri of [idOf(object.inReplyTo), quote?.uri ?? null]) {
    if (uri !== null && (await findStatusByUri(app.db, uri)) !== null) return true
  }
  return namesSomebodyHere(app, [...recipientsOf(object), ...mentionedBy(tags)])
}

function recipientsOf(object: Document): string[] {
  return [object.to, object.cc].flatMap((list) =>
    listOf(list).slice(0, MOST_EXAMINED).flatMap(idsOf),
  )
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
      ours.slice(0, MOST_EXAMINED).map((uri) => canonicalUri(config, uri)),
    )
    .where('domain', 'is', null)
    .where(accountExists())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
