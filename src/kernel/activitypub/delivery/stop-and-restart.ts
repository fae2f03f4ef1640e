import { sql } from 'kysely'
import type { App } from '../../core/app.ts'
import type { Tx } from '../../core/tx.ts'
import { textIn } from '../../db/id-in.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { failWaiting } from './pending.ts'

const DROP = 'deliveries.drop_waiting'
const ROWS_AT_ONCE = 500
const ERROR = 'The staff of this server stopped it'

/** Marks hosts as living, so that their waiting deliveries are sent now. */
export async function restartDeliveries(tx: Tx, hosts: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('peer_host')
    .set({
      failures: 0,
      failing_since: null,
      next_try_at: null,
      due_at: sql<number | null>`case when due_at > ${tx.now} then ${tx.now} else due_at end`,
    })
    .where(textIn(tx.db, 'host', hosts))
    .execute()
  tx.emit({ type: 'deliveries.due' })
}

/** Queues a job that marks the waiting deliveries of hosts as failed; `dropWaiting` does so at once. */
export function stopDeliveries(tx: Tx, hosts: readonly string[]): void {
  tx.enqueue({ kind: DROP, payload: { hosts } })
}

/** Marks the waiting deliveries of hosts as failed, in small transactions. */
export async function dropWaiting(app: App, hosts: readonly string[]): Promise<void> {
  for (const host of hosts) {
    const dropSome = () =>
      app.transact((tx) =>
        failWaiting(tx.db, { host, error: ERROR, now: tx.now, limit: ROWS_AT_ONCE }),
      )
    while ((await dropSome()) === ROWS_AT_ONCE);
  }
}

export const jobs: JobHandlers = {
  [DROP]: { run: (app, { hosts }) => dropWaiting(app, hosts as string[]) },
}
