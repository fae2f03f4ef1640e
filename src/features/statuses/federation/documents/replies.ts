import { checkDocumentAccess } from '../../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../../kernel/activitypub/reply.ts'
import { BEFORE_ALL_IDS } from '../../../../kernel/base/ids.ts'
import { isForAll } from '../../../../kernel/core/audience-rules.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Routes } from '../../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../../kernel/http/schema.ts'
import type { StatusRow } from '../../queries.ts'
import { visibleTo } from '../../read/visibility.ts'
import { collectionPage, PageQuery, pageUri } from './collection-pages.ts'
import { getShownStatus, StatusParams } from './document-access.ts'

const PAGE_SIZE = 60

const RepliesQuery = Type.Object({
  ...PageQuery.properties,
  only_other_accounts: Type.Optional(Type.Boolean()),
})

/** Public and unlisted replies to a status: first the author's own, then the others. */
export const repliesRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/statuses/:id/replies',
    { schema: { params: StatusParams, querystring: RepliesQuery } },
    async (request, reply) => {
      const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
      const status = await getShownStatus(app, viewerId, request.params)
      const { query } = request
      const id = `${status.uri}/replies`
      const content = await pageOf(app.db, status, id, query)
      const options = { forViewer: !isForAll(status) }
      if (query.page !== true) {
        return sendDocument(
          reply,
          { id, type: 'Collection', first: collectionPage(content) },
          options,
        )
      }
      return sendDocument(reply, collectionPage(content, ownUri(id, query)), options)
    },
  )
}

type Query = Static<typeof RepliesQuery>

function ownUri(collection: string, { min_id, only_other_accounts }: Query): string {
  return pageUri(collection, {
    ...(min_id === undefined ? {} : { min_id }),
    ...(only_other_accounts === true ? { only_other_accounts: 'true' } : {}),
  })
}

async function pageOf(db: Db, status: StatusRow, partOf: string, query: Query) {
  const others = query.only_other_accounts === true
  const after = query.min_id ?? BEFORE_ALL_IDS
  const rows = await repliesTo(db, status, others ? '<>' : '=', after)
  return { partOf, items: rows.map((row) => row.uri), next: nextOf(partOf, rows, others) }
}

async function repliesTo(db: Db, status: StatusRow, author: '=' | '<>', after: string) {
  return db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select(['status.id', 'status.uri'])
    .where('status.in_reply_to_id', '=', status.id)
    .where('status.account_id', author, status.account_id)
    .where('status.id', '>', after)
    .where((eb) => visibleTo(eb, null))
    .orderBy('status.id')
    .limit(PAGE_SIZE)
    .execute()
}

/** The last page of the author's own replies leads to the replies of others. */
function nextOf(
  collection: string,
  rows: readonly { id: string }[],
  others: boolean,
): string | null {
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
  if (last === undefined) {
    return others ? null : pageUri(collection, { only_other_accounts: 'true' })
  }
  return pageUri(collection, {
    min_id: last.id,
    ...(others ? { only_other_accounts: 'true' } : {}),
  })
}
