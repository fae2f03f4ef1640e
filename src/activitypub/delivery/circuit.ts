import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { prepared } from '../../db/prepared.ts'

const failingHost = prepared((db, p: { host: string }) =>
  db.selectFrom('peer_host').select('host').where('host', '=', p.host).where('failures', '>', 0),
)

/**
 * Something came from a host, so it lives: if it had failed, what waits for it is sent now.
 * @param host with its port, unless that is the scheme's own
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
