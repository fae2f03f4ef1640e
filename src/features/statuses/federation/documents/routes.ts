import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkDocumentAccess } from '../../../../kernel/activitypub/document-access.ts'
import { sendDocument, setDocumentCaching } from '../../../../kernel/activitypub/reply.ts'
import { NotFound } from '../../../../kernel/base/errors.ts'
import { statusUrl } from '../../../../kernel/base/urls.ts'
import type { App } from '../../../../kernel/core/app.ts'
import { isForAll } from '../../../../kernel/core/audience-rules.ts'
import type { Routes, Server } from '../../../../kernel/http/routes.ts'
import type { Static } from '../../../../kernel/http/schema.ts'
import { getShowable } from '../access-check.ts'
import { createOf, tombstoneOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { loadNotes } from '../presenting/note.ts'
import { contextRoutes } from './contexts.ts'
import { findShownStatus, getShownStatus, StatusParams } from './document-access.ts'
import { featuredRoutes } from './featured.ts'
import { interactionRoutes } from './interactions.ts'
import { outboxRoutes } from './outbox.ts'
import { repliesRoutes } from './replies.ts'
import { tagCollectionRoutes } from './tag-collection.ts'

/** Documents of statuses for other servers. */
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
  const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
  const { status, uri } = await findShownStatus(app, viewerId, params)
  if (status === null) return sendDocument(reply, tombstoneOf(uri), { status: 410 })
  if (status.reblog_of_id !== null) {
    const original = await getShowable(app.db, viewerId, status.reblog_of_id)
    setDocumentCaching(reply, { forViewer: !isForAll(status) || !isForAll(original) })
    return reply.redirect(original.uri)
  }
  const note = (await loadNotes(app.db, app.config, [status.id], app.clock())).get(status.id)
  if (note === undefined) throw new NotFound()
  return sendDocument(reply, note.note, { forViewer: !isForAll(status) })
}

const ACTIVITY = '/users/:username/statuses/:id/activity'

/** Clients show the address of a boost's activity as that of the boost: browsers are led to a page. */
function activityRoute(server: Server, app: App): void {
  const schema = { params: StatusParams }
  server.get(ACTIVITY, { constraints: { as2: 'yes' }, schema }, (request, reply) =>
    showActivity(app, request, reply, request.params),
  )
  server.get(ACTIVITY, { schema }, (request, reply) => {
    const { username, id } = request.params
    if (!/text\/html/i.test(request.headers.accept ?? '')) {
      return showActivity(app, request, reply, request.params)
    }
    return reply
      .header('vary', 'Accept')
      .redirect(statusUrl({ origin: '' }, encodeURIComponent(username), id))
  })
}

async function showActivity(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Static<typeof StatusParams>,
): Promise<FastifyReply> {
  const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
  const status = await getShownStatus(app, viewerId, params)
  const forViewer = !isForAll(status)
  const { id, reblog_of_id } = status
  if (reblog_of_id === null) {
    const note = (await loadNotes(app.db, app.config, [id], app.clock())).get(id)
    if (note === undefined) throw new NotFound()
    return sendDocument(reply, createOf(note), { forViewer })
  }
  await getShowable(app.db, viewerId, reblog_of_id)
  const announce = (await loadAnnounces(app.db, app.config, [id], app.clock())).get(id)
  if (announce === undefined) throw new NotFound()
  return sendDocument(reply, announce, { forViewer })
}
