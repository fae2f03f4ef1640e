import type { FastifyRequest } from 'fastify'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { type AuditEntry, writeManyAudits } from '../audit/log.ts'

/** Statuses that a staff member reads, and the target under which the log lists them. */
export interface StatusAccess {
  target: AuditEntry['target']
  statusIds: readonly string[]
}

/** Logs staff access to private and direct statuses, before they are shown (A67). */
export async function logStatusAccess(
  app: App,
  request: FastifyRequest,
  accesses: readonly StatusAccess[],
): Promise<void> {
  const restricted = await restrictedAmong(
    app.db,
    accesses.flatMap(({ statusIds }) => statusIds),
  )
  if (restricted.size === 0) return
  const entries = accesses.flatMap(({ target, statusIds }): AuditEntry[] => {
    const read = statusIds.filter((id) => restricted.has(id))
    return read.length === 0
      ? []
      : [{ action: READ_STATUSES, target, details: { status_ids: read } }]
  })
  await app.transact((tx) => writeManyAudits(tx, viewerOf(request).id, entries))
}

/** The action of an access entry in the audit log. */
export const READ_STATUSES = 'read_statuses'

async function restrictedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('status')
    .leftJoin('status as original', 'original.id', 'status.reblog_of_id')
    .select('status.id')
    .where(idIn(db, 'status.id', [...new Set(ids)]))
    .where((eb) =>
      eb.or([
        eb('status.visibility', 'in', ['private', 'direct']),
        eb('original.visibility', 'in', ['private', 'direct']),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
