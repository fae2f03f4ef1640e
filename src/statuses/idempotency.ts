import { hash } from 'node:crypto'
import { pickParams, prepared } from '../db/prepared.ts'
import type { Tx } from '../transact.ts'
import { findStatus } from './queries.ts'

/** ms for which a key counts (S-331) */
export const KEY_AGE = 3_600_000

export interface KeyUse {
  accountId: string
  /** what a client put on a call so that repeating it has no further effect; null: nothing */
  key: string | null
}

const statusByKey = prepared((db, p: { accountId: string; key: string; since: number }) =>
  db
    .selectFrom('idempotency_key')
    .select('status_id')
    .where('account_id', '=', p.accountId)
    .where('key', '=', p.key)
    .where('created_at', '>', p.since),
)

const setKey = prepared(
  (db, p: { account_id: string; key: string; status_id: string; created_at: number }) =>
    db
      .insertInto('idempotency_key')
      .values(pickParams(p, ['account_id', 'key', 'status_id', 'created_at']))
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'key'])
          .doUpdateSet(pickParams(p, ['status_id', 'created_at'])),
      ),
)

/**
 * The status that the account published with this key within an hour and has not deleted since.
 * The caller holds the account's row, so that the same key cannot be used at the same time.
 */
export async function findByIdempotencyKey(
  tx: Tx,
  { accountId, key }: KeyUse,
): Promise<string | null> {
  if (key === null) return null
  const since = tx.now - KEY_AGE
  const [row] = await statusByKey(tx.db, { accountId, key: keyDigest(key), since })
  const status = row === undefined ? null : await findStatus(tx.db, row.status_id)
  return status?.id ?? null
}

export async function rememberIdempotencyKey(
  tx: Tx,
  { accountId, key }: KeyUse,
  statusId: string,
): Promise<void> {
  if (key !== null) await rememberKeyDigest(tx, { accountId, digest: keyDigest(key) }, statusId)
}

/** The same where only the digest of the key is kept. */
export async function rememberKeyDigest(
  tx: Tx,
  { accountId, digest }: { accountId: string; digest: string },
  statusId: string,
): Promise<void> {
  const use = { account_id: accountId, key: digest }
  await setKey(tx.db, { ...use, status_id: statusId, created_at: tx.now })
}

/** What is kept of a client's key: it may be long, and is nobody else's to know. */
export function keyDigest(key: string): string {
  return hash('sha256', key)
}
