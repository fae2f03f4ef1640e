import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idRows } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { isoSeconds, type JsonText, toJson } from '../json.ts'

/** How the viewer and another account stand (S-141): https://docs.joinmastodon.org/entities/Relationship/ */
export interface Relationship {
  id: string
  following: boolean
  showing_reblogs: boolean
  notifying: boolean
  languages: string[] | null
  followed_by: boolean
  blocking: boolean
  blocked_by: boolean
  muting: boolean
  muting_notifications: boolean
  muting_expires_at: string | null
  requested: boolean
  requested_by: boolean
  domain_blocking: boolean
  endorsed: boolean
  note: string
}

const relationshipRows = prepared(
  (db, p: { viewerId: string; ids: readonly string[]; now: number }) =>
    db
      .selectFrom(idRows(db, p.ids).as('target'))
      .leftJoin('follow as f', (join) =>
        join.onRef('f.target_id', '=', 'target.id').on('f.account_id', '=', p.viewerId),
      )
      .leftJoin('follow as back', (join) =>
        join.onRef('back.account_id', '=', 'target.id').on('back.target_id', '=', p.viewerId),
      )
      .leftJoin('follow_request as asked', (join) =>
        join.onRef('asked.target_id', '=', 'target.id').on('asked.account_id', '=', p.viewerId),
      )
      .leftJoin('follow_request as asks', (join) =>
        join.onRef('asks.account_id', '=', 'target.id').on('asks.target_id', '=', p.viewerId),
      )
      .leftJoin('block as blocked', (join) =>
        join.onRef('blocked.target_id', '=', 'target.id').on('blocked.account_id', '=', p.viewerId),
      )
      .leftJoin('block as blocks', (join) =>
        join.onRef('blocks.account_id', '=', 'target.id').on('blocks.target_id', '=', p.viewerId),
      )
      .leftJoin('mute', (join) =>
        join
          .onRef('mute.target_id', '=', 'target.id')
          .on('mute.account_id', '=', p.viewerId)
          .on((eb) =>
            eb.or([eb('mute.expires_at', 'is', null), eb('mute.expires_at', '>', p.now)]),
          ),
      )
      .leftJoin('account_note as note', (join) =>
        join.onRef('note.target_id', '=', 'target.id').on('note.account_id', '=', p.viewerId),
      )
      .leftJoin('endorsement', (join) =>
        join
          .onRef('endorsement.target_id', '=', 'target.id')
          .on('endorsement.account_id', '=', p.viewerId),
      )
      .leftJoin('account as theirs', 'theirs.id', 'target.id')
      .leftJoin('account_domain_block as domain_block', (join) =>
        join
          .onRef('domain_block.domain', '=', 'theirs.domain')
          .on('domain_block.account_id', '=', p.viewerId),
      )
      .select([
        sql<string>`target.id`.as('id'),
        'f.id as follow_id',
        'f.show_reblogs',
        'f.notify',
        'f.languages',
        'back.id as back_id',
        'asked.id as asked_id',
        'asked.show_reblogs as asked_show_reblogs',
        'asked.notify as asked_notify',
        'asked.languages as asked_languages',
        'asks.id as asks_id',
        'blocked.id as blocked_id',
        'blocks.id as blocks_id',
        'mute.id as mute_id',
        'mute.hide_notifications',
        'mute.expires_at',
        'note.comment',
        'endorsement.id as endorsement_id',
        'domain_block.id as domain_block_id',
      ]),
)

type RelationshipRow = Awaited<ReturnType<typeof relationshipRows>>[number]

/**
 * How the viewer stands to each of these accounts, in one query however many there are.
 *
 * @param now ms since 1970: what has expired by then is none
 */
export async function loadRelationships(
  db: Db,
  viewerId: string,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Relationship>> {
  if (ids.length === 0) return new Map()
  const rows = await relationshipRows(db, { viewerId, ids, now })
  return new Map(rows.map((row) => [row.id, presentRelationship(row)]))
}

/** The entity of one account that is known to exist. */
export async function renderRelationship(
  db: Db,
  viewerId: string,
  targetId: string,
  now: number,
): Promise<JsonText> {
  const found = await loadRelationships(db, viewerId, [targetId], now)
  return toJson(found.get(targetId))
}

function presentRelationship(row: RelationshipRow): Relationship {
  return {
    id: row.id,
    following: row.follow_id !== null,
    showing_reblogs: row.show_reblogs ?? row.asked_show_reblogs ?? false,
    notifying: row.notify ?? row.asked_notify ?? false,
    languages: row.follow_id !== null ? row.languages : row.asked_languages,
    followed_by: row.back_id !== null,
    blocking: row.blocked_id !== null,
    blocked_by: row.blocks_id !== null,
    muting: row.mute_id !== null,
    muting_notifications: row.hide_notifications ?? false,
    muting_expires_at: row.expires_at === null ? null : isoSeconds(row.expires_at),
    requested: row.asked_id !== null,
    requested_by: row.asks_id !== null,
    domain_blocking: row.domain_block_id !== null,
    endorsed: row.endorsement_id !== null,
    note: row.comment ?? '',
  }
}
