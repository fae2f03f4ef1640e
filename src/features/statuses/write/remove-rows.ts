import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'

/** rows removed per transaction, besides those of the statuses themselves */
const ROWS_AT_ONCE = 500
/** statuses removed per transaction, with the few rows that every status has */
const STATUSES_AT_ONCE = 25

/** The statuses among these that are still to be removed; called in each transaction. */
export type StillGoing = (db: Db, ids: readonly string[]) => Promise<string[]>

/** Removes up to `limit` rows that reference statuses. @returns the number of removed rows */
type Step = (db: Db, ids: readonly string[], limit: number) => Promise<number>

/**
 * Tables with an unbounded number of rows per status, and their keys; the other rows cascade from
 * the status.
 */
export const HANGING = {
  home_entry: ['account_id', 'status_id'],
  list_entry: ['list_id', 'status_id'],
  favourite: ['id'],
  reaction: ['id'],
  bookmark: ['id'],
  notification: ['id'],
  mention: ['status_id', 'account_id'],
  filter_status: ['id'],
} as const

const STEPS: readonly Step[] = [
  ...Object.entries(HANGING).map(([table, key]): Step => removing(table, key)),
  removeVotes,
  unlinkReplies,
  unlinkQuotes,
]

/**
 * Removes rows of statuses and all rows that reference them, in small transactions. Replies to the
 * statuses lose their parent. If interrupted, call it again.
 */
export async function removeStatusRows(
  app: App,
  ids: readonly string[],
  stillGoing: StillGoing,
): Promise<void> {
  for (let from = 0; from < ids.length; from += STATUSES_AT_ONCE) {
    const some = ids.slice(from, from + STATUSES_AT_ONCE)
    await removeReblogs(app, some, stillGoing)
    const removeSome = () =>
      app.transact(async (tx) => removeHanging(tx.db, await stillGoing(tx.db, some)))
    while ((await removeSome()) === ROWS_AT_ONCE);
    await app.transact(async (tx) => {
      const going = await stillGoing(tx.db, some)
      await tx.db
        .deleteFrom('status')
        .where(idIn(tx.db, 'id', going))
        .execute()
    })
  }
}

async function removeReblogs(
  app: App,
  ids: readonly string[],
  stillGoing: StillGoing,
): Promise<void> {
  for (;;) {
    const going = await stillGoing(app.db, ids)
    const reblogs = await app.db
      .selectFrom('status')
      .select('id')
      .where(idIn(app.db, 'reblog_of_id', going))
      .limit(STATUSES_AT_ONCE)
      .execute()
    if (reblogs.length === 0) return
    const those = reblogs.map(({ id }) => id)
    await removeStatusRows(app, those, async () => those)
  }
}

async function removeHanging(db: Db, ids: readonly string[]): Promise<number> {
  let left = ROWS_AT_ONCE
  for (const step of STEPS) {
    if (left > 0) left -= await step(db, ids, left)
  }
  return ROWS_AT_ONCE - left
}

function removing(table: string, key: readonly string[]): Step {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  return (db, ids, limit) => {
    const some = sql`select ${columns} from ${sql.table(table)}
      where ${idIn(db, 'status_id', ids)} limit ${limit}`
    return changed(db, sql`delete from ${sql.table(table)} where (${columns}) in (${some})`)
  }
}

function removeVotes(db: Db, ids: readonly string[], limit: number): Promise<number> {
  const some = sql`select poll_vote.poll_id, poll_vote.account_id, poll_vote.choice
    from poll_vote join poll on poll.id = poll_vote.poll_id
    where ${idIn(db, 'poll.status_id', ids)} limit ${limit}`
  return changed(db, sql`delete from poll_vote where (poll_id, account_id, choice) in (${some})`)
}

function unlinkReplies(db: Db, ids: readonly string[], limit: number): Promise<number> {
  const some = sql`select id from status where ${idIn(db, 'in_reply_to_id', ids)} limit ${limit}`
  return changed(
    db,
    sql`update status set in_reply_to_id = null, version = version + 1 where id in (${some})`,
  )
}

function unlinkQuotes(db: Db, ids: readonly string[], limit: number): Promise<number> {
  const some = sql`select status_id from quote where ${idIn(db, 'quoted_status_id', ids)} limit ${limit}`
  return changed(db, sql`update quote set quoted_status_id = null where status_id in (${some})`)
}

async function changed(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0)
}
