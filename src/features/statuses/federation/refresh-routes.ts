import type { FastifyReply } from 'fastify'
import { NotFound } from '../../../kernel/base/errors.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { IdParams } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { getVisibleStatus } from '../queries.ts'
import { type AsyncRefresh, findRefresh } from './refreshes.ts'

/** seconds after which a client should poll again */
const RETRY = 3

export const routes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/async_refreshes/#get
  server.get(
    '/api/v1_alpha/async_refreshes/:id',
    { config: { scope: 'read' }, schema: { params: IdParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const refresh = await findRefresh(app.db, request.params.id)
      if (refresh === null) throw new NotFound()
      await getVisibleStatus(app.db, viewer.id, refresh.status_id)
      const { id, state, result_count } = refresh
      return { async_refresh: { id, status: state, result_count } }
    },
  )
}

/** Sends the `Mastodon-Async-Refresh` header, so that the client expects more replies (S-225). */
export function announceRefresh(reply: FastifyReply, { id, result_count }: AsyncRefresh): void {
  const text = `id="${id}", retry=${RETRY}, result_count=${result_count}`
  reply.header('mastodon-async-refresh', text)
}
