import { entityOf } from './entities.ts'
import type { TestUser } from './server.ts'

/** Actions of the staff, newest first, as `action label`. */
export async function deedsOf(owner: TestUser, query = {}): Promise<string[]> {
  return (await auditOf(owner, query)).map(({ action, target }) => `${action} ${target.label}`)
}

/** The entries themselves. */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked
export async function auditOf(owner: TestUser, query = {}): Promise<any[]> {
  return entityOf(await owner.get('/api/rookery/v1/admin/audit_log', query), 'Audit::Entry[]')
}
