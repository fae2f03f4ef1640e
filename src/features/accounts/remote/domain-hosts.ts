import { HOUR } from '../../../kernel/base/durations.ts'
import type { Tx } from '../../../kernel/core/tx.ts'

/** Where an account lives: the domain of its handle, and the host of its federation id. */
export interface Place {
  domain: string
  host: string
}

/** Counts a remote account that was just stored where it lives now. @param from null: it was not counted */
export async function countFetched(tx: Tx, from: Place | null, to: Place): Promise<void> {
  const known = await findPlace(tx, to)
  const { id, last_fetched_at } = known ?? (await addPlace(tx, to))
  const isSame = from !== null && from.domain === to.domain && from.host === to.host
  // a process of the version before counted none of those that it stored while the table was made
  const stays = isSame && known !== null
  if (!stays) tx.addToCount('domain_host.accounts_count', id, 1)
  if (!isSame && from !== null) await countGone(tx, from)
  // not each time: all accounts of a large server share the row
  if (last_fetched_at > tx.now - HOUR) return
  await tx.db
    .updateTable('domain_host')
    .set({ last_fetched_at: tx.now })
    .where('id', '=', id)
    .execute()
}

/** Counts a remote account no longer. */
export async function countGone(tx: Tx, from: Place): Promise<void> {
  const place = await findPlace(tx, from)
  if (place !== null) tx.addToCount('domain_host.accounts_count', place.id, -1)
}

/** The host of an account's federation id, as it was stored. */
export async function findHost(tx: Tx, accountId: string): Promise<string | null> {
  const row = await tx.db
    .selectFrom('remote_actor')
    .select('host')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.host ?? null
}

async function findPlace(tx: Tx, { domain, host }: Place) {
  const row = await tx.db
    .selectFrom('domain_host')
    .select(['id', 'last_fetched_at'])
    .where('domain', '=', domain)
    .where('host', '=', host)
    .executeTakeFirst()
  return row ?? null
}

async function addPlace(tx: Tx, { domain, host }: Place) {
  const row = { id: tx.newId(), domain, host, first_seen_at: tx.now, last_fetched_at: tx.now }
  const added = await tx.db
    .insertInto('domain_host')
    .values({ ...row, accounts_count: 0 })
    .onConflict((conflict) => conflict.columns(['domain', 'host']).doNothing())
    .returning(['id', 'last_fetched_at'])
    .executeTakeFirst()
  // inserted concurrently by another transaction, whose row is visible now
  return added ?? (await findPlace(tx, { domain, host }))!
}
