import type { FastifyRequest } from 'fastify'
import { loadHandles } from '../../accounts/handle-of.ts'
import type { App } from '../../app.ts'
import { writeManyAudits } from '../../audit/log.ts'
import type { HeldItem } from '../../automod/held.ts'
import { viewerOf } from '../../http/auth.ts'
import { LOOK } from '../looks.ts'

/** Keeps the look at statuses that wait for the staff and are not meant for everybody (A67). */
export async function noteHeldLooks(
  app: App,
  request: FastifyRequest,
  rows: readonly HeldItem[],
): Promise<void> {
  const restricted = rows.filter((row) => row.kind === 'status' && !isForAll(row))
  if (restricted.length === 0) return
  const accountIds = restricted.map((row) => row.account_id)
  const labels = await loadHandles(app.db, accountIds)
  const entries = restricted.map((row) => ({
    action: LOOK,
    target: { type: 'status', id: row.status_id, label: labels.get(row.account_id) ?? '' },
    details: { held_item_id: row.id },
  }))
  await app.transact((tx) => writeManyAudits(tx, viewerOf(request).id, entries))
}

/** Of a local status the input says for whom it is meant, of another server's the note. */
function isForAll({ input }: HeldItem): boolean {
  const { visibility } = (input ?? {}) as { visibility?: unknown }
  return visibility === 'public' || visibility === 'unlisted'
}
