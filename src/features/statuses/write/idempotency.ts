import { hash } from 'node:crypto'
import { HOUR } from '../../../kernel/base/durations.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { pickParams, prepared } from '../../../kernel/db/prepared.ts'
import { findStatus } from '../queries.ts'

/** ms during which a key is valid (S-331) */
export const KEY_AGE = HOUR

export interface KeyUse {
  accountId: string
  /** the client's Idempotency-Key; null: none */
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
 * The status that the account published with this key within an hour and has not deleted since. The
 * caller holds the lock on the account's row, so no other request uses the key concurrently.
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

/** As `rememberIdempotencyKey`, where only the digest of the key is stored. */
export async function rememberKeyDigest(
  tx: Tx,
  { accountId, digest }: { accountId: string; digest: string },
  statusId: string,
): Promise<void> {
  const use = { account_id: accountId, key: digest }
  await setKey(tx.db, { ...use, status_id: statusId, created_at: tx.now })
}

/** The stored form of a client's key: keys may be long, and may be private. */
export function keyDigest(key: string): string {
  return hash('sha256', key)
}
