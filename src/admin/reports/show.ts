import type { FastifyRequest } from 'fastify'
import { loadHandles } from '../../accounts/handle-of.ts'
import type { App } from '../../app.ts'
import { viewerOf } from '../../http/auth.ts'
import type { JsonText } from '../../json.ts'
import { loadReportedIds, type Report } from '../../reports/queries.ts'
import { noteLooks } from '../looks.ts'
import { renderReports } from './serializer.ts'

/** Reports for somebody of the staff; that they look at statuses that are not for everybody is kept (A67). */
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
    await noteLooks(app, request, looks)
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
