import { checkDocumentAccess } from '../../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../../kernel/activitypub/reply.ts'
import { featuredUri } from '../../../../kernel/base/urls.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Routes } from '../../../../kernel/http/routes.ts'
import { Type } from '../../../../kernel/http/schema.ts'
import { getShownLocalAccount } from '../../../accounts/local.ts'
import { isShutOut } from '../../../relationships/blocks-of-pair.ts'
import { MAX_PINNED } from '../../interact/pins.ts'
import { visibleTo } from '../../read/visibility.ts'
import { loadNotes } from '../presenting/note.ts'

/**
 * Pinned statuses that the signing actor may see: none for actors that the account blocks, also by
 * domain (S-419).
 */
export const featuredRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/collections/featured',
    { schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
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

/** The newest pin comes first. */
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
