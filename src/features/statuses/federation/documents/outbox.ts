import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { checkDocumentAccess } from '../../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../../kernel/activitypub/reply.ts'
import { outboxUri } from '../../../../kernel/base/urls.ts'
import type { App } from '../../../../kernel/core/app.ts'
import type { ScannedPage } from '../../../../kernel/db/list-scan.ts'
import type { Page } from '../../../../kernel/db/pagination.ts'
import { pageOf } from '../../../../kernel/http/page-params.ts'
import { Pagination } from '../../../../kernel/http/params.ts'
import type { Routes } from '../../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../../kernel/http/schema.ts'
import { getShownLocalAccount } from '../../../accounts/local.ts'
import { isShutOut } from '../../../relationships/blocks-of-pair.ts'
import { accountStatusesPage } from '../../read/account-lists.ts'
import { type ListedStatus, loadListedStatuses } from '../../read/status-rows.ts'
import { createOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { loadNotes } from '../presenting/note.ts'
import { pageUri } from './collection-pages.ts'

const PAGE_SIZE = 20

const OutboxParams = Type.Object({ username: Type.String() })
const { max_id, since_id, min_id } = Pagination.properties
const OutboxQuery = Type.Object({ page: Type.Optional(Type.Boolean()), max_id, since_id, min_id })

/** Statuses and reblogs of an account, newest first, as far as the signing actor may see them. */
export const outboxRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/outbox',
    { schema: { params: OutboxParams, querystring: OutboxQuery } },
    async (request, reply) => {
      const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
      const account = await getShownLocalAccount(app.db, request.params.username)
      const asked = { id: outboxUri(account.uri), accountId: account.id, viewerId }
      const { query } = request
      const document = await (query.page === true ? onePage(app, asked, query) : whole(app, asked))
      return sendDocument(reply, document, { forViewer: viewerId !== null })
    },
  )
}

interface Asked {
  /** URL of the outbox */
  id: string
  accountId: string
  viewerId: string | null
}

async function whole(app: App, { id, accountId }: Asked): Promise<Document> {
  const { statuses_count: totalItems } = await app.db
    .selectFrom('account_stats')
    .select('statuses_count')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    id,
    type: 'OrderedCollection',
    totalItems,
    first: pageUri(id, {}),
    last: pageUri(id, { min_id: '0' }),
  }
}

async function onePage(
  app: App,
  { id, accountId, viewerId }: Asked,
  query: Static<typeof OutboxQuery>,
): Promise<Document> {
  const page = { ...pageOf(query, PAGE_SIZE), limit: PAGE_SIZE }
  const { rows: listed, stopped } = await statusesFor(app, { accountId, viewerId }, page)
  const [first, last] = [listed[0], listed.at(-1)]
  const more = listed.length === PAGE_SIZE || page.minId !== null
  const next = last === undefined || !more ? undefined : { max_id: last.id }
  const prev = first === undefined ? undefined : { min_id: first.id }
  const older = stopped !== null && 'max_id' in stopped ? stopped : next
  const newer = stopped !== null && 'min_id' in stopped ? stopped : prev
  return {
    id: pageUri(id, cursorOf(query)),
    type: 'OrderedCollectionPage',
    partOf: id,
    ...(older === undefined ? {} : { next: pageUri(id, older) }),
    ...(newer === undefined ? {} : { prev: pageUri(id, newer) }),
    orderedItems: await activitiesOf(app, viewerId, listed),
  }
}

/** Empty for accounts that the account blocks, also by domain (A84). */
async function statusesFor(
  app: App,
  { accountId, viewerId }: Pick<Asked, 'accountId' | 'viewerId'>,
  page: Page,
): Promise<ScannedPage<ListedStatus>> {
  if (viewerId !== null && (await isShutOut(app.db, { accountId, targetId: viewerId }))) {
    return { rows: [], stopped: null }
  }
  const asked = { accountId, viewerId, tagId: null, now: app.clock() }
  return accountStatusesPage(app, asked, EVERYTHING, page)
}

const EVERYTHING = {
  onlyMedia: false,
  excludeReplies: false,
  excludeReblogs: false,
  excludeDirect: false,
  pinned: false,
}

function cursorOf({ max_id, since_id, min_id }: Static<typeof OutboxQuery>) {
  const given = Object.entries({ max_id, since_id, min_id })
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

async function activitiesOf(
  app: App,
  viewerId: string | null,
  listed: readonly ListedStatus[],
): Promise<Document[]> {
  const { db, config } = app
  const now = app.clock()
  const originalIds = listed.map((row) => row.reblog_of_id).filter((id) => id !== null)
  const originals = await loadListedStatuses(db, viewerId, originalIds)
  const reblogs = listed.filter(({ reblog_of_id: id }) => id !== null && originals.has(id))
  const own = listed.filter((row) => row.reblog_of_id === null)
  const notes = await loadNotes(db, config, idsOf(own), now)
  const announces = await loadAnnounces(db, config, idsOf(reblogs), now)
  return listed.flatMap(({ id }) => {
    const note = notes.get(id)
    const activity = note === undefined ? announces.get(id) : createOf(note)
    return activity === undefined ? [] : [activity]
  })
}

function idsOf(listed: readonly ListedStatus[]): string[] {
  return listed.map((row) => row.id)
}
