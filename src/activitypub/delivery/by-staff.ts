import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { textIn } from '../../db/id-in.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import type { Tx } from '../../transact.ts'
import { failWaiting } from './waiting.ts'

const DROP = 'deliveries.drop_waiting'
const ROWS_AT_ONCE = 500
const ERROR = 'The staff of this server stopped it'

/** Takes hosts as living again, so that what waits for them is sent now. */
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

/** Decides that what waits for hosts is not sent, which `dropWaiting` does: now, or a job does later. */
export function stopDeliveries(tx: Tx, hosts: readonly string[]): void {
  tx.enqueue({ kind: DROP, payload: { hosts } })
}

/** Gives up on what waits for hosts, in small transactions. */
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
