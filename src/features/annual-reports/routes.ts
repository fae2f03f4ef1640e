import { NotFound } from '../../kernel/base/errors.ts'
import { type JsonText, jsonList, jsonObject, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import type { Routes, Viewer } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import { currentCampaign } from '../instance/donation-campaign.ts'
import { settings } from '../instance/settings.ts'
import { loadStatuses } from '../statuses/read/serializer.ts'
import { isEligible } from './data.ts'
import { orderReport } from './jobs.ts'
import { type AnnualReport, findAnnualReport, unreadReports } from './queries.ts'

const BASE = '/api/v1/annual_reports'
const params = Type.Object({ year: Type.String() })
const READ = { scope: 'read:accounts' } as const
const WRITE = { scope: 'write:accounts' } as const

/** @see https://docs.joinmastodon.org/methods/annual_reports/ */
export const routes: Routes = (server, app) => {
  server.get(BASE, { config: READ }, async (request) => {
    const viewer = viewerOf(request)
    return renderReports(app, viewer, await unreadReports(app.db, viewer.id))
  })
  server.get(`${BASE}/:year`, { config: READ, schema: { params } }, async (request) => {
    const viewer = viewerOf(request)
    return renderReports(app, viewer, [await getReport(app, viewer.id, request.params.year)])
  })
  server.get(`${BASE}/:year/state`, { config: READ, schema: { params } }, async (request) => ({
    state: await stateOf(app, viewerOf(request).id, yearOf(request.params.year)),
  }))
  server.post(`${BASE}/:year/read`, { config: WRITE, schema: { params } }, async (request) => {
    const report = await getReport(app, viewerOf(request).id, request.params.year)
    await app.transact((tx) =>
      tx.db
        .updateTable('annual_report')
        .set({ read_at: tx.now })
        .where('id', '=', report.id)
        .where('read_at', 'is', null)
        .execute(),
    )
    return {}
  })
  server.post(
    `${BASE}/:year/generate`,
    { config: WRITE, schema: { params } },
    async (request, reply) => {
      const accountId = viewerOf(request).id
      const year = yearOf(request.params.year)
      const state = await stateOf(app, accountId, year)
      if (year === null) throw new NotFound()
      if (state === 'available' || state === 'ineligible') return {}
      if (state === 'eligible') await app.transact((tx) => orderReport(tx, { accountId, year }))
      reply.code(202)
      return {}
    },
  )
}

function yearOf(text: string): number | null {
  return /^\d{4}$/.test(text) ? Number(text) : null
}

/** @throws NotFound if it is not finished */
async function getReport(app: App, accountId: string, text: string): Promise<AnnualReport> {
  const year = yearOf(text)
  const report = year === null ? null : await findAnnualReport(app.db, accountId, year)
  if (report === null || report.data === null) throw new NotFound()
  return report
}

async function stateOf(app: App, accountId: string, year: number | null): Promise<string> {
  if (year === null) return 'ineligible'
  const report = await findAnnualReport(app.db, accountId, year)
  if (report !== null) return report.data === null ? 'generating' : 'available'
  const campaign = currentCampaign(await app.cached.get(settings), app.clock())
  if (campaign !== year) return 'ineligible'
  return (await isEligible(app.slowDb, { accountId, year })) ? 'eligible' : 'ineligible'
}

/** Reports with the account and the statuses that they reference. */
async function renderReports(
  app: App,
  viewer: Viewer,
  reports: readonly AnnualReport[],
): Promise<JsonText> {
  const statuses = await loadStatuses(app, viewer, reports.flatMap(namedStatuses))
  return jsonObject({
    annual_reports: toJson(
      reports.map(({ year, data, schema_version, account_id }) => ({
        year: Number(year),
        data,
        schema_version: Number(schema_version),
        share_url: null,
        account_id,
      })),
    ),
    accounts: jsonList(reports.length === 0 ? [] : await renderAccounts(app, [viewer.id])),
    statuses: jsonList([...statuses.values()]),
  })
}

function namedStatuses({ data }: AnnualReport): string[] {
  const named = Object.values((data?.top_statuses ?? {}) as Record<string, unknown>)
  return named.filter((id) => typeof id === 'string')
}
