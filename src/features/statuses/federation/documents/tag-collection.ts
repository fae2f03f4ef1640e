import { checkDocumentAccess } from '../../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../../kernel/activitypub/reply.ts'
import { NotFound } from '../../../../kernel/base/errors.ts'
import { tagUrl } from '../../../../kernel/base/urls.ts'
import type { App } from '../../../../kernel/core/app.ts'
import { type Range, scannedPage } from '../../../../kernel/db/list-scan.ts'
import { pageOf } from '../../../../kernel/http/page-params.ts'
import { Pagination } from '../../../../kernel/http/params.ts'
import type { Routes } from '../../../../kernel/http/routes.ts'
import { Type } from '../../../../kernel/http/schema.ts'
import { normalizeTag } from '../../../../kernel/text/tags.ts'
import { settings } from '../../../instance/settings.ts'
import { listedClasses, taggedCandidates } from '../../../tags/list-class.ts'
import { findTagId } from '../../../tags/tags.ts'
import { visibleTo, wantedBy } from '../../read/visibility.ts'
import { pageUri } from './collection-pages.ts'

const PAGE_SIZE = 20

const TagQuery = Type.Object({
  page: Type.Optional(Type.Boolean()),
  max_id: Pagination.properties.max_id,
})

/**
 * Public local statuses with a hashtag, newest first, if the hashtag's timeline is open to
 * everybody.
 */
export const tagCollectionRoutes: Routes = (server, app) => {
  server.get(
    '/tags/:name',
    {
      constraints: { as2: 'yes' },
      schema: { params: Type.Object({ name: Type.String() }), querystring: TagQuery },
    },
    async (request, reply) => {
      await checkDocumentAccess(app, request)
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

const pageOfTag = scannedPage({
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
