import { sql } from 'kysely'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idValue } from '../../../kernel/db/expressions.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { jsonRows } from '../../../kernel/db/json-rows.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { loadBlockedAmong } from '../../relationships/blocks-of-accounts.ts'

/** An account that a status mentions, or that only has access to it (`silent`). */
export interface NewMention {
  accountId: string
  silent: boolean
}

/**
 * Adds mentions to a status. Existing mentions stay, and a mention that is not silent does not
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
 * Removes the mentions of local accounts that the author of a local status has come to block, or
 * that block the author (A66). Mentions of remote accounts stay: their servers have a copy and must
 * get a later Delete.
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
  const author = db.selectFrom('status').select('account_id').where('id', '=', statusId)
  const given = jsonRows(db, { accountId: 'id', silent: 'boolean' }, mentions)
  return db
    .insertInto('mention')
    .columns(['status_id', 'account_id', 'silent', 'author_id'])
    .expression(
      db
        .selectFrom(given.as('given'))
        .select([
          idValue(db, statusId).as('status_id'),
          'given.accountId',
          'given.silent',
          author.as('author_id'),
        ])
        // so that SQLite does not parse the conflict's `on` as that of a join
        .where(sql<boolean>`true`),
    )
}
