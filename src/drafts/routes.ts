import type { App } from '../app.ts'
import { viewerOf } from '../http/auth.ts'
import { paginationLinks } from '../http/link-header.ts'
import { pageOf } from '../http/page.ts'
import { IdParams, Pagination } from '../http/params.ts'
import type { Routes } from '../http/routes.ts'
import { type JsonText, jsonList, toJson } from '../json.ts'
import { createDraft, deleteDraft, replaceDraft } from './draft.ts'
import { DraftBody, readDraft } from './input.ts'
import { getOwnDraft, pageOfDrafts } from './queries.ts'
import { renderDrafts } from './serializer.ts'

const PATH = '/api/rookery/v1/drafts'
const PAGE = 20

export const routes: Routes = (server, app) => {
  server.get(
    PATH,
    { config: { scope: 'read:statuses' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const { id: accountId } = viewerOf(request)
      const page = pageOf(request.query, PAGE)
      const drafts = await pageOfDrafts(app.db, { accountId }, page)
      const ids = drafts.map((draft) => draft.change_id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderDrafts(app, accountId, drafts))
    },
  )

  server.get(
    `${PATH}/:id`,
    { config: { scope: 'read:statuses' }, schema: { params: IdParams } },
    async (request) => renderOwn(app, viewerOf(request).id, request.params.id),
  )

  changeRoutes(server, app)
}

const changeRoutes: Routes = (server, app) => {
  server.post(
    PATH,
    { config: { scope: 'write:statuses' }, schema: { body: DraftBody } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const input = readDraft(request.body)
      return renderOwn(
        app,
        accountId,
        await app.transact((tx) => createDraft(tx, accountId, input)),
      )
    },
  )

  server.put(
    `${PATH}/:id`,
    { config: { scope: 'write:statuses' }, schema: { params: IdParams, body: DraftBody } },
    async (request) => {
      const own = { accountId: viewerOf(request).id, id: request.params.id }
      const input = readDraft(request.body)
      await app.transact((tx) => replaceDraft(tx, own, input))
      return renderOwn(app, own.accountId, own.id)
    },
  )

  server.delete(
    `${PATH}/:id`,
    { config: { scope: 'write:statuses' }, schema: { params: IdParams } },
    async (request) => {
      const own = { accountId: viewerOf(request).id, id: request.params.id }
      await app.transact((tx) => deleteDraft(tx, own))
      return toJson({})
    },
  )
}

async function renderOwn(app: App, accountId: string, id: string): Promise<JsonText> {
  const [text] = await renderDrafts(app, accountId, [await getOwnDraft(app.db, accountId, id)])
  return text!
}
