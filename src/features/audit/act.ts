import type { FastifyRequest } from 'fastify'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import type { Viewer } from '../../kernel/http/routes.ts'
import { type AuditEntry, writeAudit } from './log.ts'

/** A staff member within a transaction. */
export interface Staff extends Pick<Viewer, 'id' | 'userId' | 'permissions' | 'rolePosition'> {
  /** records the action */
  audit(entry: AuditEntry): Promise<void>
  /** states that nothing has changed */
  unchanged(): void
}

/**
 * A transaction of a staff member: as `app.transact`, with an audit log entry (S-205). Every admin
 * route that changes something uses it.
 *
 * @throws Error if `run` neither records an action nor states that nothing changed; then the
 * transaction is rolled back
 */
export async function actAs<T>(
  app: App,
  request: FastifyRequest,
  run: (tx: Tx, staff: Staff) => Promise<T>,
): Promise<T> {
  const { id, userId, permissions, rolePosition } = viewerOf(request)
  const result = await app.transact(async (tx) => {
    let said = false
    const staff: Staff = {
      id,
      userId,
      permissions,
      rolePosition,
      async audit(entry) {
        said = true
        await writeAudit(tx, id, entry)
      },
      unchanged() {
        said = true
      },
    }
    const value = await run(tx, staff)
    if (!said) throw new Error(`${request.method} ${request.url} does not say what it does`)
    return value
  })
  request.audited = true
  return result
}
