import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../ids.ts'
import { blocks, follows } from '../relationships/predicates.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, repliesToOther } from './delivered.ts'
import { HOME, LIST } from './feeds.ts'
import { takesLanguage } from './languages.ts'
import { showsLately } from './repeats.ts'

/** Readers with ids in (after, upTo]; null: no bound. */
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
  /** ids of readers: above the first, up to the second */
  above: string
  upTo: string
  involved: readonly string[]
  /** readers to whom it does not come: they do not want its language, for example */
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
export function selectHomes(db: Db, p: Receivers, shape: Shape) {
  const isDirect = shape === 'direct' || shape === 'direct reply'
  return db
    .selectFrom('follow')
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .select('follow.account_id as account_id')
    .where('follow.target_id', '=', p.authorId)
    .where('follow.account_id', '>', p.above)
    .where('follow.account_id', '<=', p.upTo)
    .where(isTakenBy(db, p, FOLLOWER))
    .$if(isDirect, (query) => query.where(isNamedIn(p.statusId)))
    .$if(shape === 'reblog', (query) =>
      query
        .where('follow.show_reblogs', '=', true)
        .where((eb) => eb.not(showsLately(HOME, FOLLOWER, p.reblogOfId!)))
        .where((eb) => eb.not(blocks(p.reblogOfAuthorId!, FOLLOWER))),
    )
    .$if(shape === 'reply' || shape === 'direct reply', (query) =>
      query.where(isNear(p.answeredId!, FOLLOWER)),
    )
}

/** The query for the lists of the same followers that get it (S-325); direct ones come into none. */
export function selectLists(db: Db, p: Receivers, shape: Exclude<Shape, `direct${string}`>) {
  const list = sql.ref<string>('list.id')
  return selectMemberships(db, p, shape)
    .innerJoin('follow', (join) =>
      join
        .onRef('follow.account_id', '=', 'list_member.owner_id')
        .on('follow.target_id', '=', p.authorId),
    )
    .where('list_member.owner_id', '>', p.above)
    .where('list_member.owner_id', '<=', p.upTo)
    .where(isTakenBy(db, p, OWNER))
    .$if(shape === 'reblog', (query) =>
      query
        .where('follow.show_reblogs', '=', true)
        .where((eb) => eb.not(showsLately(LIST, list, p.reblogOfId!)))
        .where((eb) => eb.not(blocks(p.reblogOfAuthorId!, OWNER))),
    )
}

/** The query for those lists of an author that get what the author posts. */
export function selectOwnLists(db: Db, p: Receivers, shape: Exclude<Shape, `direct${string}`>) {
  const list = sql.ref<string>('list.id')
  return selectMemberships(db, p, shape)
    .where('list_member.owner_id', '=', p.authorId)
    .$if(shape === 'reblog', (query) =>
      query.where((eb) => eb.not(showsLately(LIST, list, p.reblogOfId!))),
    )
}

const OWNER = sql.ref<string>('list_member.owner_id')

/** Lists with the author whose policy lets the status through. */
function selectMemberships(db: Db, p: Receivers, shape: Shape) {
  return db
    .selectFrom('list_member')
    .innerJoin('list', 'list.id', 'list_member.list_id')
    .select('list.id as account_id')
    .where('list_member.account_id', '=', p.authorId)
    .$if(shape === 'reply', (query) =>
      query.where((eb) =>
        eb.or([
          eb('list_member.owner_id', '=', p.answeredId!),
          eb.and([eb('list.replies_policy', '=', 'followed'), follows(OWNER, p.answeredId!)]),
          eb.and([
            eb('list.replies_policy', '=', 'list'),
            sql<SqlBool>`exists (select 1 from list_member as other where other.list_id = list.id and other.account_id = ${p.answeredId})`,
          ]),
        ]),
      ),
    )
}

/**
 * Whether a reader takes what these wrote: whoever is away gets nothing until they return and their
 * timelines are built again.
 */
export function isTakenBy(
  db: Db,
  p: Pick<Receivers, 'involved' | 'refusing' | 'now'>,
  reader: Expression<string>,
): Expression<SqlBool> {
  const blocked = idIn(db, 'block.target_id', p.involved)
  const muted = idIn(db, 'mute.target_id', p.involved)
  // whether anybody blocks one of these domains is found out once for all readers
  const domains = sql`(select theirs.domain from account as theirs where ${idIn(db, 'theirs.id', p.involved)} and theirs.domain is not null)`
  const blockers = sql`select 1 from account_domain_block where account_domain_block.domain in ${domains}`
  return sql<SqlBool>`(not exists (select 1 from block where block.account_id = ${reader} and ${blocked})
    and not exists (select 1 from mute where mute.account_id = ${reader} and ${muted}
      and (mute.expires_at is null or mute.expires_at > ${p.now}))
    and not (exists (${blockers}) and exists (${blockers} and account_domain_block.account_id = ${reader}))
    and not (${idIn(db, reader, p.refusing)})
    and not exists (select 1 from home_pause where home_pause.account_id = ${reader} and home_pause.rebuilding_since is null))`
}

/** Whether a reply at home is to the reader, or to somebody whom the reader follows. */
export function isNear(answeredId: string, reader: Expression<string>): Expression<SqlBool> {
  return sql<SqlBool>`(${reader} = ${answeredId} or ${follows(reader, answeredId)})`
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
  return rows.filter((row) => !takesLanguage(row.languages, language)).map((row) => row.account_id)
}

interface Bounds {
  authorId: string
  above: string
  upTo: string
}

const listing = prepared((db, p: Bounds) =>
  db
    .selectFrom('list_member')
    .innerJoin('list', 'list.id', 'list_member.list_id')
    .select(['list_member.owner_id as id', 'list.exclusive'])
    .distinct()
    .where('list_member.account_id', '=', p.authorId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('list_member.owner_id', '>', p.above),
          eb('list_member.owner_id', '<=', p.upTo),
        ]),
        eb('list_member.owner_id', '=', p.authorId),
      ]),
    ),
)

/**
 * Who of a chunk has the author in a list, and the author too; `exclusive`: in one that keeps the
 * author from home. For most authors nobody.
 */
export function listOwners(db: Db, bounds: Bounds): Promise<{ id: string; exclusive: boolean }[]> {
  return listing(db, bounds)
}
