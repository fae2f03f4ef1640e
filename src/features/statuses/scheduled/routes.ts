import type { FastifyRequest } from 'fastify'
import { type JsonText, jsonList, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { renderStatus } from '../read/serializer.ts'
import type { NewStatus } from '../write/create.ts'
import type { CreateBody } from '../write/input.ts'
import { paramsOf, readTime } from './params.ts'
import { getOwnScheduled, pageOfScheduled } from './queries.ts'
import { rescheduleStatus, scheduleStatuses, unscheduleStatus } from './schedule.ts'
import { renderScheduled } from './serializer.ts'

const PATH = '/api/v1/scheduled_statuses'
const PAGE = 20
const MoveBody = Type.Object({ scheduled_at: Type.Optional(Type.String()) })

/** https://docs.joinmastodon.org/methods/scheduled_statuses/ */
export const routes: Routes = (server, app) => {
  server.get(
    PATH,
    { config: { scope: 'read:statuses' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfScheduled(app.db, { accountId: viewerOf(request).id }, page)
      const ids = rows.map((row) => row.id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderScheduled(app, rows))
    },
  )

  server.get(
    `${PATH}/:id`,
    { config: { scope: 'read:statuses' }, schema: { params: IdParams } },
    async (request) => renderOwn(app, viewerOf(request).id, request.params.id),
  )

  server.put(
    `${PATH}/:id`,
    { config: { scope: 'write:statuses' }, schema: { params: IdParams, body: MoveBody } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { id } = request.params
      const time = request.body.scheduled_at?.trim() ?? ''
      await getOwnScheduled(app.db, accountId, id)
      if (time !== '') {
        const at = readTime(time)
        await app.transact((tx) => rescheduleStatus(tx, { accountId, id }, at))
      }
      return renderOwn(app, accountId, id)
    },
  )

  server.delete(
    `${PATH}/:id`,
    { config: { scope: 'write:statuses' }, schema: { params: IdParams } },
    async (request) => {
      const own = { accountId: viewerOf(request).id, id: request.params.id }
      await app.transact((tx) => unscheduleStatus(tx, own))
      return toJson({})
    },
  )
}

/** `POST /api/v1/statuses` with a time in the future. */
export async function schedule(
  app: App,
  request: FastifyRequest,
  { status, given, at }: { status: NewStatus; given: Static<typeof CreateBody>; at: number },
): Promise<JsonText> {
  const viewer = viewerOf(request)
  const made = await app.transact((tx) =>
    scheduleStatuses(tx, {
      posts: [{ status, params: paramsOf(given, status) }],
      at,
      applicationId: request.auth?.applicationId ?? null,
    }),
  )
  if ('statusId' in made) return renderStatus(app, viewer, made.statusId)
  return renderOwn(app, viewer.id, made.scheduledId)
}

async function renderOwn(app: App, accountId: string, id: string): Promise<JsonText> {
  const [text] = await renderScheduled(app, [await getOwnScheduled(app.db, accountId, id)])
  return text!
}
