import type { Document } from '../../../../kernel/activitypub/as2.ts'
import type { Config } from '../../../../kernel/base/config.ts'
import { isoTime } from '../../../../kernel/base/json.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { idIn } from '../../../../kernel/db/id-in.ts'
import { prepared } from '../../../../kernel/db/prepared.ts'
import { audienceOf } from './addressing.ts'
import { loadNotes } from './note.ts'

const reblogs = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .innerJoin('status as original', 'original.id', 'status.reblog_of_id')
    .innerJoin('account as author', 'author.id', 'original.account_id')
    .select([
      'status.id',
      'status.uri',
      'status.visibility',
      'status.created_at',
      'account.uri as actor_uri',
      'original.id as original_id',
      'original.uri as original_uri',
      'original.visibility as original_visibility',
      'author.uri as author_uri',
    ])
    .where(idIn(db, 'status.id', p.ids))
    .where('account.domain', 'is', null),
)

/**
 * Presents reblogs by local accounts, including deleted ones, which need an Undo. A private status
 * that its author reblogs is embedded, as nobody can fetch it.
 *
 * @param now ms since 1970
 * @returns Announce activities by the id of the reblog; ids of other statuses are left out
 */
export async function loadAnnounces(
  db: Db,
  config: Config,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Document>> {
  if (ids.length === 0) return new Map()
  const rows = await reblogs(db, { ids })
  const hidden = rows.filter((row) => row.original_visibility === 'private')
  const notes = await loadNotes(
    db,
    config,
    hidden.map((row) => row.original_id),
    now,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.uri,
        type: 'Announce',
        actor: row.actor_uri,
        published: isoTime(row.created_at),
        ...audienceOf(row.visibility, row.actor_uri, [row.author_uri]),
        object: notes.get(row.original_id)?.note ?? row.original_uri,
      },
    ]),
  )
}
