import { accountUrl, statusUrl } from '../addresses.ts'
import { Id, IdParams } from '../http/params.ts'
import { Type } from '../http/schema.ts'
import { getAttachmentAddress } from '../proxy/attachments.ts'
import { goTo, leaveTo, type Pages } from './pages.ts'
import { createEntrance } from './public-page.ts'

/** Federation ids lead people to the page of what they name, attachments to their file. */
export const redirectPages: Pages = (server, app, door) => {
  const { open, guarded } = createEntrance(app, door)
  const here = { origin: '' }

  server.get(
    '/users/:username',
    { schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      await open(request, reply)
      return goTo(reply, accountUrl(here, encodeURIComponent(request.params.username)))
    },
  )

  server.get(
    '/users/:username/statuses/:id',
    { schema: { params: Type.Object({ username: Type.String(), id: Id }) } },
    async (request, reply) => {
      await open(request, reply)
      const { username, id } = request.params
      return goTo(reply, statusUrl(here, encodeURIComponent(username), id))
    },
  )

  server.get('/media/:id', { schema: { params: IdParams } }, async (request, reply) => {
    const call = await guarded(request, reply)
    if (call === null) return reply
    const address = await getAttachmentAddress(app, request.params.id, 'original')
    return leaveTo(reply, address)
  })
}
