import { sql } from 'kysely'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { nextInSequence } from '../../kernel/db/sequence.ts'
import { DEFAULT_SETTINGS, type SettingName } from '../instance/settings.ts'
import type { Involving } from './feed-status.ts'

/** Name of the sequence of positions; its number is the position of the latest pulled status. */
export const POSITIONS = 'pulled_status'

const LIMIT: SettingName = 'timelines.fan_out_limit'

const limitRow = prepared((db, _: Record<string, never>) =>
  db.selectFrom('setting').select('value').where('name', '=', LIMIT),
)

/**
 * Whether an author with so many followers on this server has more than home timelines are written for. Either answer
 * is right at any time: a status is pulled if it is stored as one, whatever the number is later.
 */
export async function isAboveLimit(db: Db, followers: number): Promise<boolean> {
  const [row] = await limitRow(db, {})
  const limit = Number(row?.value ?? DEFAULT_SETTINGS[LIMIT])
  return limit > 0 && followers > limit
}

/** Stores a new status for timelines to pull. */
export async function storePulled(tx: Tx, status: Involving): Promise<void> {
  // positions are in the order of commits: until then, other transactions wait for the next one
  const position = await nextInSequence(tx.db, POSITIONS)
  await tx.db
    .insertInto('pulled_status')
    .values({
      position,
      status_id: status.id,
      author_id: status.account_id,
      visibility: status.visibility,
      language: status.language,
      in_reply_to_account_id: status.in_reply_to_account_id,
      reblog_of_id: status.reblog_of_id,
      reblog_of_author_id: status.reblog_of_author_id,
      involved: JSON.stringify(status.involved),
      created_at: tx.now,
    })
    .execute()
  await setLast(tx.db, { authorId: status.account_id, position })
}

const setLast = prepared((db, p: { authorId: string; position: number }) =>
  db
    .insertInto('pulled_author')
    .values({ account_id: p.authorId, last_position: p.position })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ last_position: p.position }),
    ),
)

/** A pulled status as it was when it was posted. */
export interface PulledStatus extends Involving {
  position: number
  /** ms since 1970 */
  created_at: number
}

export function selectPulled(db: Db) {
  return db
    .selectFrom('pulled_status')
    .select([
      'pulled_status.position',
      'pulled_status.status_id as id',
      'pulled_status.author_id as account_id',
      'pulled_status.visibility',
      'pulled_status.language',
      'pulled_status.in_reply_to_account_id',
      'pulled_status.reblog_of_id',
      'pulled_status.reblog_of_author_id',
      'pulled_status.involved',
      'pulled_status.created_at',
    ])
}

const pulledById = prepared((db, p: { statusId: string }) =>
  selectPulled(db).where('status_id', '=', p.statusId),
)

export async function findPulled(db: Db, statusId: string): Promise<PulledStatus | null> {
  return (await pulledById(db, { statusId }))[0] ?? null
}

/**
 * Whether an account follows authors of pulled statuses that its timelines have not pulled. In a query of
 * other rows it is evaluated once.
 */
export function isBehind(accountId: string) {
  return sql<boolean>`exists (select 1 from pulled_author as pulled
    where pulled.last_position >
        coalesce((select own.position from home_pull as own where own.account_id = ${accountId}), 0)
      and exists (select 1 from follow as followed
        where followed.account_id = ${accountId} and followed.target_id = pulled.account_id))`
}
