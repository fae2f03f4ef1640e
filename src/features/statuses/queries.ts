import type { Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { visibleTo } from './read/visibility.ts'
import type { StatusTable } from './tables.ts'

export type StatusRow = Selectable<StatusTable>

const liveById = prepared((db, p: { id: string }) =>
  db.selectFrom('status').selectAll().where('id', '=', p.id).where('deleted_at', 'is', null),
)

const visibleById = {
  forAnybody: prepared((db, p: { id: string; viewerId: string }) =>
    selectVisible(db, null).where('status.id', '=', p.id),
  ),
  forViewer: prepared((db, p: { id: string; viewerId: string }) =>
    selectVisible(db, p.viewerId).where('status.id', '=', p.id),
  ),
}

function selectVisible(db: Db, viewerId: string | null) {
  return db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .selectAll('status')
    .where((eb) => visibleTo(eb, viewerId))
}

/** The status without an access check; null if there is none or it is deleted. */
export async function findStatus(db: Db, id: string): Promise<StatusRow | null> {
  return (await liveById(db, { id }))[0] ?? null
}

/** @throws NotFound, the same error, if there is none or the viewer may not see it (S-028) */
export async function getVisibleStatus(
  db: Db,
  viewerId: string | null,
  id: string,
): Promise<StatusRow> {
  const row = await findVisibleStatus(db, viewerId, id)
  if (row === null) throw new NotFound()
  return row
}

async function findVisibleStatus(
  db: Db,
  viewerId: string | null,
  id: string,
): Promise<StatusRow | null> {
  const find = viewerId === null ? visibleById.forAnybody : visibleById.forViewer
  const [row] = await find(db, { id, viewerId: viewerId ?? '' })
  return row ?? null
}

/**
 * The visible status that an action on `id` concerns: for a reblog, its original.
 * @throws NotFound
 */
export async function getVisibleOriginal(
  db: Db,
  viewerId: string | null,
  id: string,
): Promise<StatusRow> {
  const row = await findVisibleOriginal(db, viewerId, id)
  if (row === null) throw new NotFound()
  return row
}

/** As `getVisibleOriginal`; null if there is none or the viewer may not see it. */
export async function findVisibleOriginal(
  db: Db,
  viewerId: string | null,
  id: string,
): Promise<StatusRow | null> {
  const row = await findVisibleStatus(db, viewerId, id)
  const originalId = row?.reblog_of_id ?? null
  return originalId === null ? row : findVisibleStatus(db, viewerId, originalId)
}

/**
 * The id of the status that an undo on `id` concerns, without an access check: for a reblog, its
 * original.
 * @throws NotFound if it is deleted
 */
export async function getOriginalId(db: Db, id: string): Promise<string> {
  const row = await findStatus(db, id)
  if (row === null) throw new NotFound()
  return row.reblog_of_id ?? row.id
}

/** @throws NotFound if there is none or it is another account's (S-155) */
export async function getOwnStatus(db: Db, accountId: string, id: string): Promise<StatusRow> {
  const row = await findStatus(db, id)
  if (row === null || row.account_id !== accountId) throw new NotFound()
  return row
}
