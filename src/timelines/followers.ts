import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { blocks, follows } from '../relationships/predicates.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, loadInvolved, repliesToOther } from './delivered.ts'
import { showsLately } from './repeats.ts'

/** Followers with ids in (after, upTo]; null: no bound. */
export interface Chunk {
  after: string | null
  upTo: string | null
}

const FOLLOWER = sql.ref<string>('follow.account_id')

/** The query for those local followers, among a chunk of them, who get a status at home (S-320). */
export async function selectReceivers(tx: Tx, status: Delivered, chunk: Chunk) {
  const involved = (await loadInvolved(tx.db, [status])).get(status.id) ?? []
  const refusing = await languageRefusers(tx.db, status, chunk)
  return selectChunk(tx.db, status, chunk)
    .where(sql<SqlBool>`not ${meetsUnwanted(tx, involved)}`)
    .$if(refusing.length > 0, (query) =>
      query.where((eb) => eb.not(idIn(tx.db, 'follow.account_id', refusing))),
    )
    .$if(status.visibility === 'direct', (query) => query.where(isNamedIn(status.id)))
    .$if(status.reblog_of_author_id !== null, (query) =>
      query
        .where('follow.show_reblogs', '=', true)
        .where((eb) => eb.not(showsLately(FOLLOWER, status.reblog_of_id!)))
        .where((eb) => eb.not(blocks(status.reblog_of_author_id!, FOLLOWER))),
    )
    .$if(repliesToOther(status), (query) =>
      query.where((eb) =>
        eb.or([
          eb('follow.account_id', '=', status.in_reply_to_account_id!),
          follows(FOLLOWER, status.in_reply_to_account_id!),
        ]),
      ),
    )
}

/** Whoever is away gets nothing until they return and their home timeline is built again. */
function selectChunk(db: Db, status: Delivered, { after, upTo }: Chunk) {
  return db
    .selectFrom('follow')
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .where('follow.target_id', '=', status.account_id)
    .$if(after !== null, (query) => query.where('follow.account_id', '>', after!))
    .$if(upTo !== null, (query) => query.where('follow.account_id', '<=', upTo!))
    .where(
      sql<SqlBool>`not exists (select 1 from home_pause where home_pause.account_id = ${FOLLOWER} and home_pause.rebuilding_since is null)`,
    )
}

/** The follower blocks or mutes one of them. */
function meetsUnwanted(tx: Tx, accountIds: string[]): Expression<SqlBool> {
  const blocked = idIn(tx.db, 'block.target_id', accountIds)
  const muted = idIn(tx.db, 'mute.target_id', accountIds)
  return sql<SqlBool>`(exists (select 1 from block where block.account_id = ${FOLLOWER} and ${blocked})
    or exists (select 1 from mute where mute.account_id = ${FOLLOWER} and ${muted}
      and (mute.expires_at is null or mute.expires_at > ${tx.now})))`
}

function isNamedIn(statusId: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from mention where mention.status_id = ${statusId} and mention.account_id = ${FOLLOWER})`
}

/** Followers who chose languages for this author, and not this one (S-283); they are few. */
async function languageRefusers(
  db: Db,
  { account_id, language }: Delivered,
  { after, upTo }: Chunk,
): Promise<string[]> {
  if (language === null) return []
  const rows = await db
    .selectFrom('follow')
    .select(['account_id', 'languages'])
    .where('target_id', '=', account_id)
    .where('languages', 'is not', null)
    .$if(after !== null, (query) => query.where('account_id', '>', after!))
    .$if(upTo !== null, (query) => query.where('account_id', '<=', upTo!))
    .execute()
  return rows.filter((row) => !takesLanguage(row, language)).map((row) => row.account_id)
}

/** Whether a follow lets statuses in this language through; those without one always pass. */
export function takesLanguage(
  { languages }: { languages: readonly string[] | null },
  language: string | null,
): boolean {
  if (language === null || languages === null || languages.length === 0) return true
  return languages.includes(language)
}
