import { type Expression, type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { blocks, follows, refusesNone } from '../relationships/predicates.ts'
import { type FeedStatus, type Involving, repliesToOther } from './feed-status.ts'
import { takesLanguage } from './languages.ts'

/** Readers with ids in (after, upTo]; null: no bound. */
export interface Chunk {
  after: string | null
  upTo: string | null
}

/** Parameters of the queries that select the readers in a chunk who get a status. */
export interface RecipientParams {
  statusId: string
  authorId: string
  reblogOfId: string | null
  reblogOfAuthorId: string | null
  answeredId: string | null
  /** ids of readers: above the first, up to the second */
  above: string
  upTo: string
  /** ids of the readers, where a query takes these instead of a range */
  among: readonly string[]
  involved: readonly string[]
  /** ids of readers who do not get it, for example because of its language */
  refusing: readonly string[]
  /** ms since 1970 */
  now: number
}

/** Kinds of statuses with different recipient queries; `reply`: to another account. */
export type Shape = 'plain' | 'reply' | 'reblog'

export function shapeOf(status: FeedStatus): Shape {
  if (status.reblog_of_author_id !== null) return 'reblog'
  return repliesToOther(status) ? 'reply' : 'plain'
}

/** The readers of a chunk, as queries take them. */
function boundsOf(status: FeedStatus, { after, upTo }: Chunk): Bounds {
  const authorId = status.account_id
  return { authorId, above: after ?? BEFORE_ALL_IDS, upTo: upTo ?? AFTER_ALL_IDS }
}

/** Readers whom a status reaches otherwise than the rest; those of other chunks do no harm. */
export interface Exceptions {
  /** ids of followers whose chosen languages exclude that of the status (S-283) */
  refusing: string[]
  /** readers who have the author in a list, plus the author; `exclusive`: in an exclusive list */
  owners: { id: string; exclusive: boolean }[]
}

/** The exceptions in a chunk of readers; for most authors there are none. */
export async function loadExceptions(
  db: Db,
  status: FeedStatus,
  chunk: Chunk,
): Promise<Exceptions> {
  const bounds = boundsOf(status, chunk)
  const [choosy, owners] = await Promise.all([
    status.language === null ? [] : choosyIn(db, bounds),
    listOwners(db, bounds),
  ])
  return { refusing: ofOtherLanguages(choosy, status), owners }
}

export function recipientParamsOf(
  status: Involving,
  chunk: Chunk,
  { refusing, now }: { refusing: readonly string[]; now: number },
): RecipientParams {
  return { ...boundsOf(status, chunk), ...of(status), among: [], refusing, now }
}

/** The same for the readers among these accounts. */
export async function recipientParamsAmong(
  db: Db,
  status: Involving,
  { ids: among, now }: { ids: readonly string[]; now: number },
): Promise<RecipientParams> {
  const asked = { ...of(status), among }
  const choosy = status.language === null ? [] : await choosyAmong(db, asked)
  const refusing = ofOtherLanguages(choosy, status)
  return { ...asked, above: BEFORE_ALL_IDS, upTo: AFTER_ALL_IDS, refusing, now }
}

/** The same for home timelines: without readers who have the author in an exclusive list. */
export async function homeParamsAmong(
  db: Db,
  status: Involving,
  readers: { ids: readonly string[]; now: number },
): Promise<RecipientParams> {
  const recipients = await recipientParamsAmong(db, status, readers)
  const apart = await apartAmong(db, recipients)
  return { ...recipients, refusing: [...recipients.refusing, ...apart.map((row) => row.id)] }
}

function of(status: Involving) {
  return {
    statusId: status.id,
    authorId: status.account_id,
    reblogOfId: status.reblog_of_id,
    reblogOfAuthorId: status.reblog_of_author_id,
    answeredId: status.in_reply_to_account_id,
    involved: status.involved,
  }
}

const FOLLOWER = sql.ref<string>('follow.account_id')

/** By which readers a query goes: those with ids in a range, or these. */
export type Going = 'by range' | 'among'

/**
 * Selects the local followers whose home timeline gets the status (S-320); for a direct status these are among
 * the accounts that it mentions.
 */
export function selectHomes(db: Db, p: RecipientParams, shape: Shape, going: Going = 'by range') {
  return db
    .selectFrom('follow')
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .select('follow.account_id as account_id')
    .where('follow.target_id', '=', p.authorId)
    .where(isAsked(db, p, FOLLOWER, going))
    .where(isTakenBy(db, p, FOLLOWER))
    .$if(shape === 'reblog', (query) =>
      query
        .where('follow.show_reblogs', '=', true)
        .where((eb) => eb.not(blocks(p.reblogOfAuthorId!, FOLLOWER))),
    )
    .$if(shape === 'reply', (query) => query.where(isNear(p.answeredId!, FOLLOWER)))
}

function isAsked(
  db: Db,
  p: RecipientParams,
  reader: Expression<string>,
  going: Going,
): Expression<SqlBool> {
  if (going === 'among') return idIn(db, reader, p.among)
  return sql<SqlBool>`(${reader} > ${p.above} and ${reader} <= ${p.upTo})`
}

/**
 * Selects the lists of the same followers that get the status (S-325); direct statuses reach no
 * list.
 */
export function selectLists(db: Db, p: RecipientParams, shape: Shape, going: Going = 'by range') {
  return selectMemberships(db, p, shape)
    .innerJoin('follow', (join) =>
      join
        .onRef('follow.account_id', '=', 'list_member.owner_id')
        .on('follow.target_id', '=', p.authorId),
    )
    .where(isAsked(db, p, OWNER, going))
    .where(isTakenBy(db, p, OWNER))
    .$if(shape === 'reblog', (query) =>
      query
        .where('follow.show_reblogs', '=', true)
        .where((eb) => eb.not(blocks(p.reblogOfAuthorId!, OWNER))),
    )
}

/** Selects the author's own lists that get the author's statuses. */
export function selectOwnLists(db: Db, p: RecipientParams, shape: Shape) {
  return selectMemberships(db, p, shape).where('list_member.owner_id', '=', p.authorId)
}

const OWNER = sql.ref<string>('list_member.owner_id')

/** Lists with the author whose replies policy accepts the status. */
function selectMemberships(db: Db, p: RecipientParams, shape: Shape) {
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
 * Whether a reader accepts the involved accounts. Readers whose timelines are removed get nothing
 * until they return and their timelines are rebuilt.
 */
export function isTakenBy(
  db: Db,
  p: Pick<RecipientParams, 'involved' | 'refusing' | 'now'>,
  reader: Expression<string>,
): Expression<SqlBool> {
  return sql<SqlBool>`(${refusesNone(db, { ids: p.involved, now: p.now }, reader)}
    and not (${idIn(db, reader, p.refusing)})
    and not exists (select 1 from home_pause where home_pause.account_id = ${reader} and home_pause.rebuilding_since is null))`
}

/** Whether a reply is to the reader, or to an account that the reader follows. */
export function isNear(answeredId: string, reader: Expression<string>): Expression<SqlBool> {
  return sql<SqlBool>`(${reader} = ${answeredId} or ${follows(reader, answeredId)})`
}

/** Followers who chose languages for an author; they are few. */
function selectChoosy(db: Db, p: { authorId: string }) {
  return db
    .selectFrom('follow')
    .select(['account_id', 'languages'])
    .where('target_id', '=', p.authorId)
    .where('languages', 'is not', null)
}

const choosyIn = prepared((db, p: Bounds) =>
  selectChoosy(db, p).where('account_id', '>', p.above).where('account_id', '<=', p.upTo),
)

const choosyAmong = prepared((db, p: { authorId: string; among: readonly string[] }) =>
  selectChoosy(db, p).where(idIn(db, 'account_id', p.among)),
)

/** The followers whose chosen languages exclude that of a status (S-283). */
function ofOtherLanguages(
  choosy: readonly { account_id: string; languages: readonly string[] | null }[],
  { language }: FeedStatus,
): string[] {
  return choosy
    .filter((row) => !takesLanguage(row.languages, language))
    .map((row) => row.account_id)
}

const apartAmong = prepared((db, p: { authorId: string; among: readonly string[] }) =>
  db
    .selectFrom('list_member')
    .innerJoin('list', 'list.id', 'list_member.list_id')
    .select('list_member.owner_id as id')
    .distinct()
    .where('list_member.account_id', '=', p.authorId)
    .where(idIn(db, 'list_member.owner_id', p.among))
    .where('list.exclusive', '=', true),
)

interface Bounds {
  authorId: string
  above: string
  upTo: string
}

const listOwners = prepared((db, p: Bounds) =>
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
