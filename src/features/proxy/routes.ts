import { NotFound } from '../../kernel/base/errors.ts'
import { Id } from '../../kernel/http/params.ts'
import type { Routes, Server } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { isStaffLink } from '../../kernel/storage/staff-links.ts'
import { getAttachmentAddress } from './attachments.ts'
import { STILL } from './fetch.ts'
import { getCardSource, getEmojiSource, getMediaSource, getPictureSource } from './remote-files.ts'
import { type Answer, createProxy } from './serve-remote-file.ts'

const ById = { params: Type.Object({ id: Id }) }
const ByStyle = { params: Type.Object({ id: Id, style: Type.String() }) }
const ByKey = { params: Type.Object({ key: Type.String(), size: Type.String() }) }

/**
 * A proxy for remote files: it hides users' IP addresses, and caches files up to the limit
 * `media_cache_size`.
 */
export const routes: Routes = (server, app) => {
  const answer = createProxy(app)
  server.get('/proxy/media/:key/:size', { schema: ByKey }, async (request, reply) => {
    const { key, size } = request.params
    const style = size === 'small' ? 'small' : 'original'
    const isStaff = isStaffLink(app.keys, request.url, app.clock())
    const source = await getMediaSource(app, key, style, isStaff)
    return answer(request, reply, source)
  })
  server.get('/proxy/cards/:id', { schema: ById }, async (request, reply) =>
    answer(request, reply, await getCardSource(app, request.params.id)),
  )
  // Mastodon's URLs of attachments' files
  server.get('/media_proxy/:id/:style', { schema: ByStyle }, async (request, reply) => {
    const { id, style } = request.params
    if (style !== 'original' && style !== 'small') throw new NotFound()
    return reply.redirect(await getAttachmentAddress(app, id, style), 302)
  })
  for (const path of ['', STILL] as const) addPictures(server, app, answer, path)
}

function addPictures(
  server: Server,
  app: Parameters<Routes>[1],
  answer: Answer,
  path: '' | typeof STILL,
): void {
  const still = path === STILL
  for (const kind of ['avatar', 'header'] as const) {
    server.get(`/proxy/accounts/:id/${kind}${path}`, { schema: ById }, async (request, reply) => {
      const source = await getPictureSource(app, request.params.id, kind)
      return answer(request, reply, source, still)
    })
  }
  server.get(`/proxy/emojis/:id${path}`, { schema: ById }, async (request, reply) =>
    answer(request, reply, await getEmojiSource(app, request.params.id), still),
  )
}
