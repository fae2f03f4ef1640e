import { openDocument } from '../../../activitypub/gate.ts'
import { sendDocument } from '../../../activitypub/reply.ts'
import { tagUrl } from '../../../addresses.ts'
import type { App } from '../../../app.ts'
import { type Range, walkedPage } from '../../../db/walk.ts'
import { NotFound } from '../../../errors.ts'
import { pageOf } from '../../../http/page.ts'
import { Pagination } from '../../../http/params.ts'
import type { Routes } from '../../../http/routes.ts'
import { Type } from '../../../http/schema.ts'
import { settings } from '../../../instance/settings.ts'
import { listedClasses, taggedCandidates } from '../../../tags/listed-as.ts'
import { findTagId } from '../../../tags/tags.ts'
import { normalizeTag } from '../../../text/tags.ts'
import { visibleTo, wantedBy } from '../../visibility.ts'
import { pageUri } from './pages.ts'

const PAGE_SIZE = 20

const TagQuery = Type.Object({
  page: Type.Optional(Type.Boolean()),
  max_id: Pagination.properties.max_id,
})

/** Public statuses of people here with a hashtag, newest first, where its timeline is open to all. */
export const tagCollectionRoutes: Routes = (server, app) => {
  server.get(
    '/tags/:name',
    {
      constraints: { as2: 'yes' },
      schema: { params: Type.Object({ name: Type.String() }), querystring: TagQuery },
    },
    async (request, reply) => {
      await openDocument(app, request)
      const name = normalizeTag(request.params.name)
      if (name === null) throw new NotFound()
      const id = tagUrl(app.config, name)
      const { page, max_id } = request.query
      if (page !== true) {
        return sendDocument(reply, { id, type: 'OrderedCollection', first: pageUri(id, {}) })
      }
      const { rows, stopped } = await publicStatuses(app, name, max_id)
      const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
      const next = last === undefined ? stopped : { max_id: last.id }
      return sendDocument(reply, {
        id: pageUri(id, max_id === undefined ? {} : { max_id }),
        type: 'OrderedCollectionPage',
        partOf: id,
        orderedItems: rows.map((row) => row.uri),
        ...(next === null ? {} : { next: pageUri(id, next) }),
      })
    },
  )
}

interface Asked {
  tagId: string
  now: number
}

const pageOfTag = walkedPage({
  column: 'status.id',
  candidates: (p: Asked & Range, direction) =>
    taggedCandidates({ ids: [p.tagId], classes: listedClasses('local', false) }, p, direction),
  query: (db, p) =>
    db
      .selectFrom('status')
      .innerJoin('account', 'account.id', 'status.account_id')
      .select(['status.id', 'status.uri'])
      .where('status.visibility', '=', 'public')
      .where((eb) => visibleTo(eb, null))
      .where((eb) => wantedBy(eb, null, p.now)),
})

async function publicStatuses(app: App, name: string, maxId: string | undefined) {
  const known = await app.cached.get(settings)
  const tagId = await findTagId(app.db, name)
  if (tagId === null || known['timelines.hashtag.local'] !== 'public') {
    return { rows: [], stopped: null }
  }
  return pageOfTag(app, { tagId, now: app.clock() }, pageOf({ max_id: maxId }, PAGE_SIZE))
}
