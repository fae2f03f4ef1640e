import { sql } from 'kysely'
import { isoSeconds, type JsonText, toJson } from '../../kernel/base/json.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idPairs } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { inForce } from './predicates.ts'

/**
 * The viewer's relationship with another account (S-141):
 * https://docs.joinmastodon.org/entities/Relationship/
 */
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
      .selectFrom(idPairs(db, p.ids, p.viewerId).as('target'))
      .leftJoin('follow as f', (join) =>
        join.onRef('f.target_id', '=', 'target.id').onRef('f.account_id', '=', 'target.other_id'),
      )
      .leftJoin('follow as back', (join) =>
        join
          .onRef('back.account_id', '=', 'target.id')
          .onRef('back.target_id', '=', 'target.other_id'),
      )
      .leftJoin('follow_request as asked', (join) =>
        join
          .onRef('asked.target_id', '=', 'target.id')
          .onRef('asked.account_id', '=', 'target.other_id'),
      )
      .leftJoin('follow_request as asks', (join) =>
        join
          .onRef('asks.account_id', '=', 'target.id')
          .onRef('asks.target_id', '=', 'target.other_id'),
      )
      .leftJoin('block as blocked', (join) =>
        join
          .onRef('blocked.target_id', '=', 'target.id')
          .onRef('blocked.account_id', '=', 'target.other_id'),
      )
      .leftJoin('block as blocks', (join) =>
        join
          .onRef('blocks.account_id', '=', 'target.id')
          .onRef('blocks.target_id', '=', 'target.other_id'),
      )
      .leftJoin('mute', (join) =>
        join
          .onRef('mute.target_id', '=', 'target.id')
          .onRef('mute.account_id', '=', 'target.other_id')
          .on(inForce(p.now)),
      )
      .leftJoin('account_note as note', (join) =>
        join
          .onRef('note.target_id', '=', 'target.id')
          .onRef('note.account_id', '=', 'target.other_id'),
      )
      .leftJoin('endorsement', (join) =>
        join
          .onRef('endorsement.target_id', '=', 'target.id')
          .onRef('endorsement.account_id', '=', 'target.other_id'),
      )
      .leftJoin('account as theirs', 'theirs.id', 'target.id')
      .leftJoin('account_domain_block as domain_block', (join) =>
        join
          .onRef('domain_block.domain', '=', 'theirs.domain')
          .onRef('domain_block.account_id', '=', 'target.other_id'),
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
 * The viewer's relationships with these accounts, in one query however many there are.
 *
 * @param now ms since 1970: expired mutes do not count
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

/** The entity of an existing account. */
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
