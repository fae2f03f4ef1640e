import type { FastifyReply } from 'fastify'
import { NotFound } from '../../errors.ts'
import { viewerOf } from '../../http/auth.ts'
import { IdParams } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { getVisibleStatus } from '../queries.ts'
import { type AsyncRefresh, findRefresh } from './refreshes.ts'

/** seconds after which a client should ask again */
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

/** Tells the client that more is on its way (S-225). */
export function announceRefresh(reply: FastifyReply, { id, result_count }: AsyncRefresh): void {
  const text = `id="${id}", retry=${RETRY}, result_count=${result_count}`
  reply.header('mastodon-async-refresh', text)
}
