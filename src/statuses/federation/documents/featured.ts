import { getShownLocalAccount } from '../../../accounts/local.ts'
import { openDocument } from '../../../activitypub/gate.ts'
import { sendDocument } from '../../../activitypub/reply.ts'
import { featuredUri } from '../../../addresses.ts'
import type { Db } from '../../../db/database.ts'
import type { Routes } from '../../../http/routes.ts'
import { Type } from '../../../http/schema.ts'
import { isShutOut } from '../../../relationships/standing.ts'
import { MAX_PINNED } from '../../pins.ts'
import { visibleTo } from '../../visibility.ts'
import { loadNotes } from '../presenting/note.ts'

/** Pinned statuses that whoever signed may see: nothing for those whom the account blocks, also by
 * their domain (S-419). */
export const featuredRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/collections/featured',
    { schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      const viewerId = (await openDocument(app, request)).viewer?.id ?? null
      const account = await getShownLocalAccount(app.db, request.params.username)
      const ids = await pinnedIds(app.db, account.id, viewerId)
      const notes = await loadNotes(app.db, app.config, ids, app.clock())
      const orderedItems = ids.map((id) => notes.get(id)?.note).filter((note) => note !== undefined)
      const id = featuredUri(account.uri)
      const document = { id, type: 'OrderedCollection', totalItems: orderedItems.length }
      return sendDocument(reply, { ...document, orderedItems }, { forViewer: viewerId !== null })
    },
  )
}

/** Pinned last comes first. */
async function pinnedIds(db: Db, accountId: string, viewerId: string | null): Promise<string[]> {
  if (viewerId !== null && (await isShutOut(db, { accountId, targetId: viewerId }))) return []
  const rows = await db
    .selectFrom('status_pin')
    .innerJoin('status', 'status.id', 'status_pin.status_id')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select('status.id')
    .where('status_pin.account_id', '=', accountId)
    .where((eb) => visibleTo(eb, viewerId))
    .orderBy('status_pin.id', 'desc')
    .limit(MAX_PINNED)
    .execute()
  return rows.map((row) => row.id)
}
