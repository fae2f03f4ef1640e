import type { Document } from '../../../activitypub/as2.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { idIn } from '../../../db/id-in.ts'
import { prepared } from '../../../db/prepared.ts'
import { isoTime } from '../../../json.ts'
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
 * Presents reblogs by accounts of ours, deleted ones too: they are to be taken back. A private status
 * that its author boosts goes along, as nobody can fetch it.
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
