import { getAttachmentAddress } from '../../../features/proxy/attachments.ts'
import { accountUrl, statusUrl } from '../../../kernel/base/urls.ts'
import { Id, IdParams } from '../../../kernel/http/params.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { goTo, leaveTo, type Pages } from '../pages.ts'
import { createEntrance, MAY_LAG } from './page.ts'

/** Redirects browsers from federation ids to the pages of their objects, and from attachments to their files. */
export const redirectPages: Pages = (server, app, door) => {
  const { open, guarded } = createEntrance(app, door)
  const here = { origin: '' }

  server.get(
    '/users/:username',
    { ...MAY_LAG, schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      await open(request, reply)
      return goTo(reply, accountUrl(here, encodeURIComponent(request.params.username)))
    },
  )

  server.get(
    '/users/:username/statuses/:id',
    { ...MAY_LAG, schema: { params: Type.Object({ username: Type.String(), id: Id }) } },
    async (request, reply) => {
      await open(request, reply)
      const { username, id } = request.params
      return goTo(reply, statusUrl(here, encodeURIComponent(username), id))
    },
  )

  server.get('/media/:id', { ...MAY_LAG, schema: { params: IdParams } }, async (request, reply) => {
    const call = await guarded(request, reply)
    if (call === null) return reply
    const address = await getAttachmentAddress(app, request.params.id, 'original')
    return leaveTo(reply, address)
  })
}
