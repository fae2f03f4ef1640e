import type { FastifyRequest } from 'fastify'
import type { JsonText } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { loadHandles } from '../../accounts/handle-of.ts'
import { loadReportedIds, type Report } from '../../reports/queries.ts'
import { logStatusAccess } from '../content-access-log.ts'
import { renderReports } from './serializer.ts'

/**
 * Renders reports for a staff member and logs the access to statuses that are not public or
 * unlisted (A67).
 */
export async function showReports(
  app: App,
  request: FastifyRequest,
  rows: readonly Report[],
): Promise<JsonText[]> {
  const named = await loadReportedIds(
    app.db,
    rows.map(({ id }) => id),
  )
  if (named.size > 0) {
    const targetIds = rows.map((row) => row.target_account_id)
    const labels = await loadHandles(app.db, targetIds)
    const looks = rows.map((row) => ({
      target: { type: 'report', id: row.id, label: labels.get(row.target_account_id) ?? '' },
      statusIds: named.get(row.id) ?? [],
    }))
    await logStatusAccess(app, request, looks)
  }
  return renderReports(app, viewerOf(request), rows)
}

export async function showReport(
  app: App,
  request: FastifyRequest,
  row: Report,
): Promise<JsonText> {
  const [text] = await showReports(app, request, [row])
  return text!
}
