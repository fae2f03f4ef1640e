import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { NotFound } from '../../../kernel/base/errors.ts'
import { type JsonText, jsonList, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import { can } from '../../../kernel/http/permissions.ts'
import type { Routes, Viewer } from '../../../kernel/http/routes.ts'
import { actAs } from '../../audit/act.ts'
import { Offset, type OffsetRequest, showTrends } from '../../trends/pages.ts'
import { findProvider, pageOfProviders } from '../../trends/providers.ts'
import { showLinks, showStatuses, showTags } from '../../trends/public-lists.ts'
import { reviewTrend } from '../../trends/review.ts'
import { risingLinks, risingStatuses, risingTags } from '../../trends/review-lists.ts'
import { renderAdminTags } from '../tags/tags.ts'
import { presentProvider, renderAdminLinks, renderAdminStatuses } from './entities.ts'

/**
 * Trends with review state for staff who may decide on them; for other staff, the public trends
 * (S-212).
 */
export const routes: Routes = (server, app) => {
  for (const kind of [tags, links, statuses]) {
    server.get(
      `${PATH}/${kind.path}`,
      { config: { scope: 'admin:read', permission: 'everybody' }, schema: { querystring: Offset } },
      (request, reply) => {
        const viewer = viewerOf(request)
        if (!can(viewer.permissions, 'manageTaxonomies')) return kind.show(app, request, reply)
        return showTrends(request, reply, kind.page, async (place) => {
          const ids = (await kind.rising(app, place)).map(({ id }) => id)
          return { count: ids.length, body: jsonList(await kind.render(app, viewer, ids)) }
        })
      },
    )
  }
  for (const kind of [tags, links, statuses, publishers]) decisions(server, app, kind)
  listPublishers(server, app)
}

const PATH = '/api/v1/admin/trends'

/** A kind of trend and its review. */
interface Kind {
  path: string
  reviewed: 'tag' | 'link' | 'status' | 'provider'
  render(app: App, viewer: Viewer, ids: readonly string[]): Promise<JsonText[]>
  /** its table, and the column with its visible name */
  table: string
  name: string
}

interface Rising extends Kind {
  /** default page size */
  page: number
  show(app: App, request: OffsetRequest, reply: FastifyReply): Promise<unknown>
  rising(app: App, place: { limit: number; offset: number }): Promise<{ id: string }[]>
}

const tags: Rising = {
  path: 'tags',
  reviewed: 'tag',
  page: 10,
  show: showTags,
  rising: risingTags,
  render: (app, viewer, ids) => renderAdminTags(app, ids, viewer),
  table: 'tag',
  name: 'name',
}
const links: Rising = {
  path: 'links',
  reviewed: 'link',
  page: 10,
  show: showLinks,
  rising: risingLinks,
  render: (app, _viewer, ids) => renderAdminLinks(app, ids),
  table: 'shared_link',
  name: 'url',
}
const statuses: Rising = {
  path: 'statuses',
  reviewed: 'status',
  page: 20,
  show: showStatuses,
  rising: risingStatuses,
  render: renderAdminStatuses,
  table: 'status',
  name: 'url',
}
const publishers: Kind = {
  path: 'links/publishers',
  reviewed: 'provider',
  async render(app, _viewer, [id = '']) {
    const provider = await findProvider(app.db, id)
    return provider === null ? [] : [toJson(presentProvider(provider))]
  },
  table: 'link_provider',
  name: 'host',
}

async function labelOf(db: Db, { table, name }: Kind, id: string): Promise<string> {
  const { rows } = await sql<{ label: string }>`
    select ${sql.ref(name)} as label from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0]?.label ?? id
}

function decisions(server: Parameters<Routes>[0], app: App, kind: Kind): void {
  for (const [verb, trendable] of [
    ['approve', true],
    ['reject', false],
  ] as const) {
    server.post(
      `${PATH}/${kind.path}/:id/${verb}`,
      {
        config: { scope: 'admin:write', permission: 'manageTaxonomies' },
        schema: { params: IdParams },
      },
      async (request) => {
        const { id } = request.params
        await actAs(app, request, async (tx, staff) => {
          await reviewTrend(tx, { kind: kind.reviewed, id }, trendable)
          const label = await labelOf(tx.db, kind, id)
          await staff.audit({ action: `${verb}_trend`, target: { type: kind.reviewed, id, label } })
        })
        const [item] = await kind.render(app, viewerOf(request), [id])
        if (item === undefined) throw new NotFound()
        return item
      },
    )
  }
}

const [PAGE, LARGEST] = [100, 200]

function listPublishers(server: Parameters<Routes>[0], app: App): void {
  server.get(
    `${PATH}/links/publishers`,
    {
      config: { scope: 'admin:read', permission: 'manageTaxonomies' },
      schema: { querystring: Pagination },
    },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE, LARGEST)
      const rows = await pageOfProviders(app.db, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return rows.map(presentProvider)
    },
  )
}
