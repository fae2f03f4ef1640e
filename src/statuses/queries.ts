import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { StatusTable } from '../db/schema.ts'
import { NotFound } from '../errors.ts'
import { visibleTo } from './visibility.ts'

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

/** The status if it is there and not deleted, whoever asks; null otherwise. */
export async function findStatus(db: Db, id: string): Promise<StatusRow | null> {
  return (await liveById(db, { id }))[0] ?? null
}

/** @throws NotFound if there is none or the viewer may not see it, alike (S-028) */
export async function getVisibleStatus(
  db: Db,
  viewerId: string | null,
  id: string,
): Promise<StatusRow> {
  const find = viewerId === null ? visibleById.forAnybody : visibleById.forViewer
  const [row] = await find(db, { id, viewerId: viewerId ?? '' })
  if (row === undefined) throw new NotFound()
  return row
}

/**
 * The visible status that an action on `id` is about: a reblog stands for its original.
 * @throws NotFound
 */
export async function getVisibleOriginal(
  db: Db,
  viewerId: string | null,
  id: string,
): Promise<StatusRow> {
  const row = await getVisibleStatus(db, viewerId, id)
  return row.reblog_of_id === null ? row : getVisibleStatus(db, viewerId, row.reblog_of_id)
}

/**
 * The id of the status that taking something back on `id` is about, whoever may see it: a reblog
 * stands for its original.
 * @throws NotFound if it is deleted
 */
export async function getOriginalId(db: Db, id: string): Promise<string> {
  const row = await findStatus(db, id)
  if (row === null) throw new NotFound()
  return row.reblog_of_id ?? row.id
}

/** @throws NotFound if there is none or it is somebody else's (S-155) */
export async function getOwnStatus(db: Db, accountId: string, id: string): Promise<StatusRow> {
  const row = await findStatus(db, id)
  if (row === null || row.account_id !== accountId) throw new NotFound()
  return row
}
