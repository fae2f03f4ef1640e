import type { Database } from '../../../src/kernel/db/database.ts'
import { ALL_SCOPES } from '../../../src/kernel/http/scopes.ts'
import type { TestClient } from '../client.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { ENDS_AT, PEOPLE, userId } from './layout.ts'

const HOUR = 3_600_000

/** A server on a generated database, and who keeps the most there as its owner. */
export async function startLargeServer(
  database: Database,
): Promise<{ server: TestServer; viewer: TestClient }> {
  const server = await startTestServer({}, { database })
  server.clock.now = ENDS_AT + HOUR
  await server.set('domain_blocks_shown', 'everybody')
  await server.set('timelines.hashtag.local', 'public')
  const owner = { userId: userId(PEOPLE.viewer) }
  await server.app.transact(async (tx) => {
    const highest = tx.db.selectFrom('role').select('id').orderBy('position', 'desc').limit(1)
    await tx.db
      .updateTable('local_user')
      .set({ role_id: highest })
      .where('id', '=', owner.userId)
      .execute()
    tx.emit({ type: 'settings.changed' })
  })
  return { server, viewer: await server.tokenFor(owner, ALL_SCOPES.join(' ')) }
}
