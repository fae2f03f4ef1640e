import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresCluster } from '../postgres-cluster.ts'

/** ms: a living process renews a lease after ten seconds, or ten more where its machine stands still */
const UNTOUCHED = 21_000

/** Ids of activities whose deliveries have begun without a known outcome: what a kill may have repeated. */
export async function inFlight(postgres: PostgresCluster): Promise<string[]> {
  const rows = await postgres.query<{ id: string }>(
    `select activity.body::jsonb ->> 'id' as id from delivery
      join outgoing_activity as activity on activity.id = delivery.activity_id
      where delivery.state = 'waiting' and delivery.begun > 0`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Ends leases that a dead process left, as 30 seconds would: those that nobody has renewed for longer than a living
 * process goes without it.
 */
export async function endDeadLeases(postgres: PostgresCluster): Promise<void> {
  const tables = { peer_host: 'host', job: 'id' }
  const before = new Map<string, Lease[]>()
  for (const [table, key] of Object.entries(tables)) {
    const leases = `select ${key} as key, locked_until from ${table} where locked_until is not null`
    before.set(table, await postgres.query<Lease>(leases))
  }
  await delay(UNTOUCHED)
  for (const [table, leases] of before) {
    for (const { key, locked_until } of leases) {
      const end = `update ${table} set locked_until = 0
        where ${tables[table as keyof typeof tables]} = $1 and locked_until = $2`
      await postgres.query(end, [key, locked_until])
    }
  }
}

/** Makes due now what is tried again later, as after a minute. */
export async function endPauses(postgres: PostgresCluster): Promise<void> {
  const now = [Date.now()]
  await postgres.query(
    `update delivery set next_at = $1 where state = 'waiting' and next_at > $1`,
    now,
  )
  await postgres.query(
    'update peer_host set next_try_at = null, due_at = $1 where due_at > $1',
    now,
  )
  await postgres.query('update job set run_at = $1 where attempts > 0 and run_at > $1', now)
}

interface Lease {
  key: string
  locked_until: string
}
