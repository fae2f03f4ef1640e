import { type JsonText, jsonList, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { createDraft, deleteDraft, replaceDraft } from './draft.ts'
import { DraftBody, NewDraftBody, readDraft } from './input.ts'
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
    { config: { scope: 'write:statuses' }, schema: { body: NewDraftBody } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const input = readDraft(request.body)
      const clientId = request.body.client_id || null
      return renderOwn(
        app,
        accountId,
        await app.transact((tx) => createDraft(tx, accountId, input, clientId)),
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
