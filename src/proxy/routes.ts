import { NotFound } from '../errors.ts'
import { Id } from '../http/params.ts'
import type { Routes, Server } from '../http/routes.ts'
import { Type } from '../http/schema.ts'
import { isStaffLink } from '../storage/staff-links.ts'
import { type Answer, createProxy } from './answer.ts'
import { getAttachmentAddress } from './attachments.ts'
import { STILL } from './fetch.ts'
import { getCardSource, getEmojiSource, getMediaSource, getPictureSource } from './sources.ts'

const ById = { params: Type.Object({ id: Id }) }
const ByStyle = { params: Type.Object({ id: Id, style: Type.String() }) }
const ByKey = { params: Type.Object({ key: Type.String(), size: Type.String() }) }

/**
 * Files of other servers, read through this one: people's addresses stay here, and what was read
 * once is kept as far as the setting `media_cache_size` allows.
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
  // where Mastodon has the files of an attachment
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
