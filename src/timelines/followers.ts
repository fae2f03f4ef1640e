import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../ids.ts'
import { blocks, follows } from '../relationships/predicates.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, repliesToOther } from './delivered.ts'
import { showsLately } from './repeats.ts'

/** Followers with ids in (after, upTo]; null: no bound. */
export interface Chunk {
  after: string | null
  upTo: string | null
}

/** With whom is in it, by whose names its readers may not want it. */
export interface Involving extends Delivered {
  involved: readonly string[]
}

/** What decides who of a chunk gets a status, as parameters of a query. */
export interface Receivers {
  statusId: string
  authorId: string
  reblogOfId: string | null
  reblogOfAuthorId: string | null
  answeredId: string | null
  /** ids of followers: above the first, up to the second */
  above: string
  upTo: string
  involved: readonly string[]
  /** followers who do not want its language */
  refusing: readonly string[]
  /** ms since 1970 */
  now: number
}

/** Statuses that the query for their receivers differs for; `reply`: to somebody else. */
export type Shape = 'plain' | 'reply' | 'direct' | 'direct reply' | 'reblog'

export function shapeOf(status: Delivered): Shape {
  if (status.reblog_of_author_id !== null) return 'reblog'
  const isReply = repliesToOther(status)
  if (status.visibility === 'direct') return isReply ? 'direct reply' : 'direct'
  return isReply ? 'reply' : 'plain'
}

export async function receiversOf(tx: Tx, status: Involving, chunk: Chunk): Promise<Receivers> {
  const bounds = { above: chunk.after ?? BEFORE_ALL_IDS, upTo: chunk.upTo ?? AFTER_ALL_IDS }
  return {
    ...bounds,
    statusId: status.id,
    authorId: status.account_id,
    reblogOfId: status.reblog_of_id,
    reblogOfAuthorId: status.reblog_of_author_id,
    answeredId: status.in_reply_to_account_id,
    involved: status.involved,
    refusing: await languageRefusers(tx.db, status, bounds),
    now: tx.now,
  }
}

const FOLLOWER = sql.ref<string>('follow.account_id')

/** The query for those local followers, among a chunk of them, who get a status at home (S-320). */
export function selectReceivers(db: Db, p: Receivers, shape: Shape) {
  const isReply = shape === 'reply' || shape === 'direct reply'
  const isDirect = shape === 'direct' || shape === 'direct reply'
  return selectChunk(db, p)
    .where(sql<SqlBool>`not ${meetsUnwanted(db, p)}`)
    .where((eb) => eb.not(idIn(db, 'follow.account_id', p.refusing)))
    .$if(isDirect, (query) => query.where(isNamedIn(p.statusId)))
    .$if(shape === 'reblog', (query) =>
      query
        .where('follow.show_reblogs', '=', true)
        .where((eb) => eb.not(showsLately(FOLLOWER, p.reblogOfId!)))
        .where((eb) => eb.not(blocks(p.reblogOfAuthorId!, FOLLOWER))),
    )
    .$if(isReply, (query) =>
      query.where((eb) =>
        eb.or([eb('follow.account_id', '=', p.answeredId!), follows(FOLLOWER, p.answeredId!)]),
      ),
    )
}

/** Whoever is away gets nothing until they return and their home timeline is built again. */
function selectChunk(db: Db, { authorId, above, upTo }: Receivers) {
  return db
    .selectFrom('follow')
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .select('follow.account_id as account_id')
    .where('follow.target_id', '=', authorId)
    .where('follow.account_id', '>', above)
    .where('follow.account_id', '<=', upTo)
    .where(
      sql<SqlBool>`not exists (select 1 from home_pause where home_pause.account_id = ${FOLLOWER} and home_pause.rebuilding_since is null)`,
    )
}

/**
 * The follower blocks or mutes one of them, or blocks the domain of one; whether anybody does is found out
 * once for all followers.
 */
function meetsUnwanted(db: Db, { involved, now }: Receivers): Expression<SqlBool> {
  const blocked = idIn(db, 'block.target_id', involved)
  const muted = idIn(db, 'mute.target_id', involved)
  const domains = sql`(select theirs.domain from account as theirs where ${idIn(db, 'theirs.id', involved)} and theirs.domain is not null)`
  const blockers = sql`select 1 from account_domain_block where account_domain_block.domain in ${domains}`
  return sql<SqlBool>`(exists (select 1 from block where block.account_id = ${FOLLOWER} and ${blocked})
    or exists (select 1 from mute where mute.account_id = ${FOLLOWER} and ${muted}
      and (mute.expires_at is null or mute.expires_at > ${now}))
    or exists (${blockers}) and exists (${blockers} and account_domain_block.account_id = ${FOLLOWER}))`
}

function isNamedIn(statusId: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from mention where mention.status_id = ${statusId} and mention.account_id = ${FOLLOWER})`
}

const choosy = prepared((db, p: { authorId: string; above: string; upTo: string }) =>
  db
    .selectFrom('follow')
    .select(['account_id', 'languages'])
    .where('target_id', '=', p.authorId)
    .where('languages', 'is not', null)
    .where('account_id', '>', p.above)
    .where('account_id', '<=', p.upTo),
)

/** Followers who chose languages for this author, and not this one (S-283); they are few. */
async function languageRefusers(
  db: Db,
  { account_id: authorId, language }: Delivered,
  bounds: { above: string; upTo: string },
): Promise<string[]> {
  if (language === null) return []
  const rows = await choosy(db, { authorId, ...bounds })
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
