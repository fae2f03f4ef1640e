import type { ApiDocument } from '../../../features/reference/document.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { Type } from '../../../kernel/http/schema.ts'
import type { Pages } from '../pages.ts'
import { createEntrance, showPublicPage } from '../public/page.ts'
import { entityPage } from './entity-page.ts'
import { overview } from './overview.ts'
import { sectionPage } from './section-page.ts'

const NameParams = Type.Object({ name: Type.String() })

/** The API reference for people: the OpenAPI document as HTML. */
export const referencePages: Pages = (server, app, door) => {
  const { open } = createEntrance(app, door)
  const document = documentOf(app, server)

  server.get('/developers', async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    return showPublicPage(app, call, {
      title: 'For developers',
      body: overview(await document(), app.config.origin),
    })
  })

  server.get('/developers/:name', { schema: { params: NameParams } }, async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    const page = sectionPage(await document(), request.params.name)
    if (page === null) throw new NotFound()
    return showPublicPage(app, call, page)
  })

  server.get(
    '/developers/entities/:name',
    { schema: { params: NameParams } },
    async (request, reply) => {
      const call = await open(request, reply)
      if (call === null) return reply
      const page = entityPage(await document(), request.params.name)
      if (page === null) throw new NotFound()
      return showPublicPage(app, call, page)
    },
  )
}

/** The document, built at the first request. */
function documentOf(app: App, server: Parameters<Pages>[0]): () => Promise<ApiDocument> {
  let made: Promise<ApiDocument> | null = null
  return () => {
    made ??= import('../../../features/reference/document.ts').then(({ describeApi }) =>
      describeApi(server.routeList, app.config.origin),
    )
    return made
  }
}
