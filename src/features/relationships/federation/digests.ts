import { createHash } from 'node:crypto'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { canonicalOrigin } from '../../../kernel/net/origin.ts'
import type { Pair } from '../queries.ts'

const BYTES = 32

/** The digest of an empty set. */
export const NO_FOLLOWERS = '00'.repeat(BYTES)

/**
 * The digest of a set of followers.
 * @param uris their federation ids, in any order
 * @see https://w3id.org/fep/8fcf
 */
export function digestOf(uris: Iterable<string>): string {
  const sum = Buffer.alloc(BYTES)
  for (const uri of uris) add(sum, uri)
  return sum.toString('hex')
}

/** Adding an account twice removes it again. */
function add(sum: Buffer, uri: string): void {
  const hash = createHash('sha256').update(uri).digest()
  for (let at = 0; at < BYTES; at++) sum[at]! ^= hash[at]!
}

/**
 * Stores the digests of all follows between this server and others, so that sending needs no count.
 */
export const subscriber: Subscriber = {
  record: {
    'follow.created': toggle,
    'follow.removed': toggle,
  },
}

async function toggle(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  const rows = await tx.db
    .selectFrom('account')
    .select(['id', 'uri', 'domain'])
    .where(idIn(tx.db, 'id', [accountId, targetId]))
    .execute()
  const follower = rows.find(({ id }) => id === accountId)
  const target = rows.find(({ id }) => id === targetId)
  if (follower === undefined || target === undefined) return
  if (follower.domain === null && target.domain === null) return
  const host = hostOf(follower.uri)
  await lockRow(tx.db, 'account', targetId)
  const known = await findDigest(tx.db, targetId, host)
  const sum = Buffer.from(known ?? NO_FOLLOWERS, 'hex')
  add(sum, follower.uri)
  await saveDigest(tx.db, { accountId: targetId, host, digest: sum.toString('hex') })
}

/** Recomputes a digest that differs on another server. */
export async function countAgain(tx: Tx, accountId: string, host: string): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const uris = await followerUrisOf(tx.db, tx.config, { accountId, host })
  await saveDigest(tx.db, { accountId, host, digest: digestOf(uris) })
}

const digests = prepared((db, p: { accountId: string; host: string }) =>
  db
    .selectFrom('follower_digest')
    .select('digest')
    .where('account_id', '=', p.accountId)
    .where('host', '=', p.host),
)

/** @returns null if no account of that host has ever followed the account */
export async function findDigest(db: Db, accountId: string, host: string): Promise<string | null> {
  const [row] = await digests(db, { accountId, host })
  return row?.digest ?? null
}

async function saveDigest(
  db: Db,
  { accountId, host, digest }: { accountId: string; host: string; digest: string },
): Promise<void> {
  await db
    .insertInto('follower_digest')
    .values({ account_id: accountId, host, digest })
    .onConflict((conflict) => conflict.columns(['account_id', 'host']).doUpdateSet({ digest }))
    .execute()
}

/** Federation ids of the followers of an account on a host. */
export async function followerUrisOf(
  db: Db,
  { domain }: { domain: string },
  { accountId, host }: { accountId: string; host: string },
): Promise<string[]> {
  const followers = db
    .selectFrom('follow')
    .innerJoin('account', 'account.id', 'follow.account_id')
    .leftJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where('follow.target_id', '=', accountId)
    .select('account.uri')
  const rows = await (host === domain
    ? followers.where('account.domain', 'is', null)
    : followers.where('remote_actor.host', '=', host)
  ).execute()
  return rows.map(({ uri }) => uri)
}

/** The host of a federation id, in the form of `remote_actor.host`. */
export function hostOf(uri: string): string {
  return canonicalOrigin(uri)?.replace(/^https?:\/\//, '') ?? ''
}
