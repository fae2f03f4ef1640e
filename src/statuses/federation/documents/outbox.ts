import { getShownLocalAccount } from '../../../accounts/local.ts'
import type { Document } from '../../../activitypub/as2.ts'
import { openDocument } from '../../../activitypub/gate.ts'
import { sendDocument } from '../../../activitypub/reply.ts'
import { outboxUri } from '../../../addresses.ts'
import type { App } from '../../../app.ts'
import { pageOf } from '../../../http/page.ts'
import { Pagination } from '../../../http/params.ts'
import type { Routes } from '../../../http/routes.ts'
import { type Static, Type } from '../../../http/schema.ts'
import { accountStatusesPage } from '../../account-lists.ts'
import { loadHeads, type StatusHead } from '../../heads.ts'
import { createOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { loadNotes } from '../presenting/note.ts'
import { pageUri } from './pages.ts'

const PAGE_SIZE = 20

const OutboxParams = Type.Object({ username: Type.String() })
const { max_id, since_id, min_id } = Pagination.properties
const OutboxQuery = Type.Object({ page: Type.Optional(Type.Boolean()), max_id, since_id, min_id })

/** What an account published and boosted, newest first, as far as whoever signed may see it. */
export const outboxRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/outbox',
    { schema: { params: OutboxParams, querystring: OutboxQuery } },
    async (request, reply) => {
      const viewerId = (await openDocument(app, request)).viewer?.id ?? null
      const account = await getShownLocalAccount(app.db, request.params.username)
      const asked = { id: outboxUri(account.uri), accountId: account.id, viewerId }
      const { query } = request
      const document = await (query.page === true ? onePage(app, asked, query) : whole(app, asked))
      return sendDocument(reply, document, { forViewer: viewerId !== null })
    },
  )
}

interface Asked {
  /** address of the outbox */
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
  const asked = { accountId, viewerId, tagId: null, now: app.clock() }
  const page = { ...pageOf(query, PAGE_SIZE), limit: PAGE_SIZE }
  const { rows: heads, stopped } = await accountStatusesPage(app, asked, EVERYTHING, page)
  const [first, last] = [heads[0], heads.at(-1)]
  const more = heads.length === PAGE_SIZE || page.minId !== null
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
    orderedItems: await activitiesOf(app, viewerId, heads),
  }
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
  heads: readonly StatusHead[],
): Promise<Document[]> {
  const { db, config } = app
  const now = app.clock()
  const originalIds = heads.map((head) => head.reblog_of_id).filter((id) => id !== null)
  const originals = await loadHeads(db, viewerId, originalIds)
  const reblogs = heads.filter(({ reblog_of_id: id }) => id !== null && originals.has(id))
  const own = heads.filter((head) => head.reblog_of_id === null)
  const notes = await loadNotes(db, config, idsOf(own), now)
  const announces = await loadAnnounces(db, config, idsOf(reblogs), now)
  return heads.flatMap(({ id }) => {
    const note = notes.get(id)
    const activity = note === undefined ? announces.get(id) : createOf(note)
    return activity === undefined ? [] : [activity]
  })
}

function idsOf(heads: readonly StatusHead[]): string[] {
  return heads.map((head) => head.id)
}
