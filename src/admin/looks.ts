import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type AuditEntry, writeManyAudits } from '../audit/log.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { viewerOf } from '../http/auth.ts'

/** Statuses that somebody of the staff is shown, and why. */
export interface Look {
  target: AuditEntry['target']
  statusIds: readonly string[]
}

/** Keeps each look of the staff at statuses that are not for everybody, before they are shown (A67). */
export async function noteLooks(
  app: App,
  request: FastifyRequest,
  looks: readonly Look[],
): Promise<void> {
  const restricted = await restrictedAmong(
    app.db,
    looks.flatMap(({ statusIds }) => statusIds),
  )
  if (restricted.size === 0) return
  const entries = looks.flatMap(({ target, statusIds }): AuditEntry[] => {
    const read = statusIds.filter((id) => restricted.has(id))
    return read.length === 0 ? [] : [{ action: LOOK, target, details: { status_ids: read } }]
  })
  await app.transact((tx) => writeManyAudits(tx, viewerOf(request).id, entries))
}

/** The name of a look in the audit log. */
export const LOOK = 'read_statuses'

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
