import type { FastifyReply } from 'fastify'
import { BadRequest } from '../../kernel/base/errors.ts'
import { type JsonText, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Server } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import type { Documents } from './documents.ts'
import { hostMetaJson, hostMetaXml } from './host-meta.ts'
import { nodeInfoType, presentDiscovery } from './nodeinfo.ts'
import { settings } from './settings.ts'
import { describeResource } from './webfinger.ts'

const THREE_DAYS = 'public, max-age=259200'
const HALF_AN_HOUR = 'public, max-age=1800'

/** Documents that other servers fetch first; they never need a token. */
export function addWellKnown(server: Server, app: App, documents: Documents): void {
  const { origin } = app.config
  const discovery = presentDiscovery(origin)
  server.get('/.well-known/nodeinfo', async (_, reply) => sendJson(reply, discovery, THREE_DAYS))
  server.get('/nodeinfo/2.0', async (_, reply) => {
    reply.type(nodeInfoType('2.0')).header('cache-control', HALF_AN_HOUR)
    return reply.send(await documents.nodeInfo20())
  })
  server.get('/nodeinfo/2.1', async (_, reply) => {
    reply.type(nodeInfoType('2.1')).header('cache-control', HALF_AN_HOUR)
    return reply.send(await documents.nodeInfo21())
  })
  addHostMeta(server, origin)
  addWebFinger(server, app)
}

function addHostMeta(server: Server, origin: string): void {
  const [xml, json] = [hostMetaXml(origin), hostMetaJson(origin)]
  server.get('/.well-known/host-meta', async (request, reply) => {
    reply.header('vary', 'Accept')
    if (/application\/(?:jrd\+)?json/.test(request.headers.accept ?? '')) {
      return sendJson(reply, json, THREE_DAYS)
    }
    reply.type('application/xrd+xml; charset=utf-8').header('cache-control', THREE_DAYS)
    return reply.send(xml)
  })
  server.get('/.well-known/host-meta.json', async (_, reply) => sendJson(reply, json, THREE_DAYS))
}

function addWebFinger(server: Server, app: App): void {
  const schema = { querystring: Type.Object({ resource: Type.Optional(Type.String()) }) }
  server.get('/.well-known/webfinger', { schema }, async (request, reply) => {
    const { resource } = request.query
    if (resource === undefined) throw new BadRequest('The parameter resource is missing')
    const { sign_in_required } = await app.cached.get(settings)
    const avatar = !sign_in_required && !app.config.limitedFederationMode
    const description = await describeResource(app.db, app.config, resource, avatar)
    reply.type('application/jrd+json; charset=utf-8').header('cache-control', THREE_DAYS)
    return reply.send(toJson(description))
  })
}

function sendJson(reply: FastifyReply, text: JsonText, caching: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').header('cache-control', caching).send(text)
}
