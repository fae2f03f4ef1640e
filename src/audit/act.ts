import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { viewerOf } from '../http/auth.ts'
import type { Viewer } from '../http/routes.ts'
import type { Tx } from '../transact.ts'
import { type AuditEntry, writeAudit } from './log.ts'

/** Somebody of the staff within a transaction of theirs. */
export interface Staff extends Pick<Viewer, 'id' | 'userId' | 'permissions' | 'rolePosition'> {
  /** says what is done */
  audit(entry: AuditEntry): Promise<void>
  /** says that all was so before, and nothing is done */
  unchanged(): void
}

/**
 * A transaction of the staff: like `app.transact`, and what is done in it is kept (S-205). Every admin
 * route that changes something goes through here.
 *
 * @throws Error if `run` says neither what it does nor that it does nothing; then nothing is done
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
