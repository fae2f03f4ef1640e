import type { FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/core/app.ts'
import { isForAll } from '../../../kernel/core/audience-rules.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { loadHandles } from '../../accounts/handle-of.ts'
import { writeManyAudits } from '../../audit/log.ts'
import type { HeldItem } from '../../automod/held.ts'
import { READ_STATUSES } from '../content-access-log.ts'

/** Logs staff access to held statuses that are not meant to be public or unlisted (A67). */
export async function logHeldAccess(
  app: App,
  request: FastifyRequest,
  rows: readonly HeldItem[],
): Promise<void> {
  const restricted = rows.filter((row) => row.kind === 'status' && !isMeantForAll(row))
  if (restricted.length === 0) return
  const accountIds = restricted.map((row) => row.account_id)
  const labels = await loadHandles(app.db, accountIds)
  const entries = restricted.map((row) => ({
    action: READ_STATUSES,
    target: { type: 'status', id: row.status_id, label: labels.get(row.account_id) ?? '' },
    details: { held_item_id: row.id },
  }))
  await app.transact((tx) => writeManyAudits(tx, viewerOf(request).id, entries))
}

/** The intended visibility: of a local status in its input, of a remote one in its note. */
function isMeantForAll({ input }: HeldItem): boolean {
  return isForAll((input ?? {}) as { visibility?: unknown })
}
