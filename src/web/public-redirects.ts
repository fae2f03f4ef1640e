import { accountUrl, statusUrl } from '../addresses.ts'
import { Id } from '../http/params.ts'
import { Type } from '../http/schema.ts'
import { goTo, type Pages } from './pages.ts'
import { createEntrance } from './public-page.ts'

/** Federation ids lead people to the page of what they name. */
export const redirectPages: Pages = (server, app, door) => {
  const { open } = createEntrance(app, door)
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
}
