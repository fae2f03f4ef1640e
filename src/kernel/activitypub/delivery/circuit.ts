import { sql } from 'kysely'
import type { App } from '../../core/app.ts'
import { prepared } from '../../db/prepared.ts'

const failingHost = prepared((db, p: { host: string }) =>
  db.selectFrom('peer_host').select('host').where('host', '=', p.host).where('failures', '>', 0),
)

/**
 * Marks a host as living after a request from it: if it had failed, its waiting deliveries are sent now.
 * @param host with its port, except the default port of the scheme
 */
export async function closeCircuit(app: App, host: string): Promise<void> {
  const [failing] = await failingHost(app.db, { host })
  if (failing === undefined) return
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('peer_host')
      .set({
        failures: 0,
        failing_since: null,
        next_try_at: null,
        due_at: sql<number | null>`case when due_at > ${tx.now} then ${tx.now} else due_at end`,
      })
      .where('host', '=', host)
      .execute()
    tx.emit({ type: 'deliveries.due' })
  })
  app.log.info({ host }, 'a server answers again')
}
