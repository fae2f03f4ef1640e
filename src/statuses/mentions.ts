import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idValue } from '../db/expressions.ts'
import { idIn } from '../db/id-in.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared.ts'
import { loadBlockedAmong } from '../relationships/blocked-among.ts'
import type { Tx } from '../transact.ts'

/** Somebody whom a status names, or only lets see it. */
export interface NewMention {
  accountId: string
  silent: boolean
}

/**
 * Adds accounts to those whom a status names; those it names already stay, and who is named does not
 * become silent.
 */
export async function insertMentions(
  db: Db,
  statusId: string,
  mentions: readonly NewMention[],
): Promise<void> {
  const named = mentions.filter((mention) => !mention.silent)
  const silent = mentions.filter((mention) => mention.silent)
  if (named.length > 0) await insertNamed(db, { statusId, mentions: named })
  if (silent.length > 0) await insertSilent(db, { statusId, mentions: silent })
}

/**
 * Takes a status of somebody here from those people here whom its author blocks, or who block the author, by
 * now (A66). People elsewhere stay noted, as they have a copy that has to go if the status does.
 */
export async function forgetBlocked(
  tx: Tx,
  { id, account_id: authorId }: { id: string; account_id: string },
): Promise<void> {
  const named = await tx.db
    .selectFrom('mention')
    .innerJoin('account', 'account.id', 'mention.account_id')
    .select('account.id')
    .where('mention.status_id', '=', id)
    .where('account.domain', 'is', null)
    .execute()
  const ids = named.map((row) => row.id)
  const blocked = await loadBlockedAmong(tx.db, authorId, ids)
  if (blocked.size === 0) return
  await tx.db
    .deleteFrom('mention')
    .where('status_id', '=', id)
    .where(idIn(tx.db, 'account_id', [...blocked]))
    .execute()
}

interface SomeMentions {
  statusId: string
  mentions: readonly NewMention[]
}

const insertNamed = prepared((db, p: SomeMentions) =>
  mentionsInsert(db, p).onConflict((conflict) =>
    conflict.columns(['status_id', 'account_id']).doUpdateSet({ silent: false }),
  ),
)

const insertSilent = prepared((db, p: SomeMentions) =>
  mentionsInsert(db, p).onConflict((conflict) =>
    conflict.columns(['status_id', 'account_id']).doNothing(),
  ),
)

function mentionsInsert(db: Db, { statusId, mentions }: SomeMentions) {
  const given = jsonRows(db, { accountId: 'id', silent: 'boolean' }, mentions)
  return db
    .insertInto('mention')
    .columns(['status_id', 'account_id', 'silent'])
    .expression(
      db
        .selectFrom(given.as('given'))
        .select([idValue(db, statusId).as('status_id'), 'given.accountId', 'given.silent'])
        // so that SQLite does not take the conflict's `on` for that of a join
        .where(sql<boolean>`true`),
    )
}
