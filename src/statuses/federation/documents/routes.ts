import type { FastifyReply, FastifyRequest } from 'fastify'
import { openDocument } from '../../../activitypub/gate.ts'
import { sendDocument } from '../../../activitypub/reply.ts'
import type { App } from '../../../app.ts'
import { NotFound } from '../../../errors.ts'
import type { Routes, Server } from '../../../http/routes.ts'
import type { Static } from '../../../http/schema.ts'
import { getVisibleStatus } from '../../queries.ts'
import { createOf, tombstoneOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { loadNotes } from '../presenting/note.ts'
import { isForAll } from '../sending/sent.ts'
import { contextRoutes } from './contexts.ts'
import { featuredRoutes } from './featured.ts'
import { interactionRoutes } from './interactions.ts'
import { outboxRoutes } from './outbox.ts'
import { repliesRoutes } from './replies.ts'
import { findShownStatus, getShownStatus, StatusParams } from './shown.ts'
import { tagCollectionRoutes } from './tag-collection.ts'

/** What other servers read of statuses. */
export const federationRoutes: Routes = (server, app) => {
  for (const address of ['/users/:username/statuses/:id', '/@:username/:id']) {
    server.get(
      address,
      { constraints: { as2: 'yes' }, schema: { params: StatusParams } },
      (request, reply) => showNote(app, request, reply, request.params),
    )
  }
  activityRoute(server, app)
  for (const routes of COLLECTIONS) routes(server, app)
}

const COLLECTIONS: readonly Routes[] = [
  repliesRoutes,
  interactionRoutes,
  outboxRoutes,
  featuredRoutes,
  contextRoutes,
  tagCollectionRoutes,
]

async function showNote(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Static<typeof StatusParams>,
): Promise<FastifyReply> {
  const viewerId = (await openDocument(app, request)).viewer?.id ?? null
  const { status, uri } = await findShownStatus(app, viewerId, params)
  if (status === null) return sendDocument(reply, tombstoneOf(uri), { status: 410 })
  if (status.reblog_of_id !== null) {
    const original = await getVisibleStatus(app.db, viewerId, status.reblog_of_id)
    return reply.header('vary', 'Accept, Signature').redirect(original.uri)
  }
  const note = (await loadNotes(app.db, app.config, [status.id], app.clock())).get(status.id)
  if (note === undefined) throw new NotFound()
  return sendDocument(reply, note.note, { forViewer: !isForAll(status) })
}

function activityRoute(server: Server, app: App): void {
  server.get(
    '/users/:username/statuses/:id/activity',
    { schema: { params: StatusParams } },
    async (request, reply) => {
      const viewerId = (await openDocument(app, request)).viewer?.id ?? null
      const status = await getShownStatus(app, viewerId, request.params)
      const forViewer = !isForAll(status)
      const { id, reblog_of_id } = status
      if (reblog_of_id === null) {
        const note = (await loadNotes(app.db, app.config, [id], app.clock())).get(id)
        if (note === undefined) throw new NotFound()
        return sendDocument(reply, createOf(note), { forViewer })
      }
      await getVisibleStatus(app.db, viewerId, reblog_of_id)
      const announce = (await loadAnnounces(app.db, app.config, [id], app.clock())).get(id)
      if (announce === undefined) throw new NotFound()
      return sendDocument(reply, announce, { forViewer })
    },
  )
}
