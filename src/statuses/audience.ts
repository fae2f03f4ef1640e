import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn, idRows } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { visibleTo } from './visibility.ts'

const viewersSeeing = prepared((db, p: { statusId: string; viewerIds: readonly string[] }) =>
  db
    .selectFrom(idRows(db, p.viewerIds).as('viewer'))
    .innerJoin('status', (join) => join.on('status.id', '=', p.statusId))
    .innerJoin('account', 'account.id', 'status.account_id')
    .where((eb) => visibleTo(eb as never, sql.ref<string>('viewer.id')))
    .select('viewer.id'),
)

/**
 * Those of the viewers who may see a status, a reblog only together with its original: the rule of
 * `visibleTo`, asked for many viewers and one status.
 */
export async function loadViewersSeeing(
  db: Db,
  status: { id: string; reblog_of_id: string | null },
  viewerIds: readonly string[],
): Promise<string[]> {
  let seeing = viewerIds
  for (const statusId of [status.id, status.reblog_of_id]) {
    if (statusId === null || seeing.length === 0) continue
    const rows = await viewersSeeing(db, { statusId, viewerIds: seeing })
    seeing = rows.map((row) => row.id)
  }
  return [...seeing]
}

interface Involved {
  authorId: string
  /** the author and whom the status names */
  involvedIds: readonly string[]
  /** ms since 1970 */
  now: number
}

const refusers = prepared((db, p: Involved) =>
  db
    .selectFrom('block')
    .innerJoin('local_user', 'local_user.account_id', 'block.account_id')
    .where(idIn(db, 'block.target_id', p.involvedIds))
    .select('block.account_id as id')
    .union(
      db
        .selectFrom('mute')
        .innerJoin('local_user', 'local_user.account_id', 'mute.account_id')
        .where(idIn(db, 'mute.target_id', p.involvedIds))
        .where((mute) =>
          mute.or([mute('mute.expires_at', 'is', null), mute('mute.expires_at', '>', p.now)]),
        )
        .select('mute.account_id as id'),
    )
    .union(
      db
        .selectFrom('account as involved')
        .innerJoin('account_domain_block', 'account_domain_block.domain', 'involved.domain')
        .where(idIn(db, 'involved.id', p.involvedIds))
        .select('account_domain_block.account_id as id'),
    )
    .union(
      db
        .selectFrom('block')
        .innerJoin('local_user', 'local_user.account_id', 'block.target_id')
        .where('block.account_id', '=', p.authorId)
        .select('block.target_id as id'),
    ),
)

/**
 * The people of this server to whom a public status is not brought in public places: they block,
 * themselves or by their domain, or mute its author or somebody it names, or its author blocks them (S-475). It begins at the author,
 * so that it costs the same however many are watching.
 */
export async function loadRefusers(db: Db, involved: Involved): Promise<Set<string>> {
  const rows = await refusers(db, involved)
  const ids = new Set(rows.map((row) => row.id))
  ids.delete(involved.authorId)
  return ids
}
