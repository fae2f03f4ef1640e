import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ipRange } from '../../../kernel/base/ip-range.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { beginsWith } from '../../../kernel/db/prefix.ts'
import { canonicalDomain } from '../../instance/domain-policy.ts'

export const STATES = [
  'active',
  'pending',
  'disabled',
  'sensitized',
  'silenced',
  'suspended',
] as const
export type State = (typeof STATES)[number]

export const ORIGINS = ['local', 'remote'] as const
export type Origin = (typeof ORIGINS)[number]

/** Filters of the staff's list of accounts; all given ones must match (S-200). */
export interface AccountFilter {
  origin?: Origin | undefined
  state?: State | undefined
  roleIds?: readonly string[] | undefined
  /** id of a user, or of the user's account */
  invitedBy?: string | undefined
  /** prefix of the username, in any letter case */
  username?: string | undefined
  displayName?: string | undefined
  /** takes precedence over `origin` (S-198) */
  domain?: string | undefined
  /** prefix of the e-mail address; `*` and `%` are wildcards */
  email?: string | undefined
  /** an IP address or a network in CIDR notation */
  ip?: string | undefined
}

type Condition = RawBuilder<SqlBool>

/**
 * Ids of a page of accounts, newest first. Filters on users read the table of users, so that a list
 * of few users reads few rows however many accounts there are. Deleted accounts are listed only as
 * suspended.
 */
export async function pageOfAccountIds(
  db: Db,
  filter: AccountFilter,
  page: Page,
): Promise<string[]> {
  const ofAccounts = accountConditions(db, filter)
  const ofUsers = userConditions(db, filter)
  if (ofUsers.length === 0) {
    const query = db.selectFrom('account').select('id').where(all(ofAccounts))
    return idsOf(await fetchPage(query, 'account.id', page))
  }
  const query = db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select('account.id')
    .where(all([...ofUsers, ...ofAccounts]))
  return idsOf(await fetchPage(query, 'local_user.account_id', page))
}

function all(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

const THERE = sql<SqlBool>`account.deleted_at is null`

const OF_ACCOUNTS: Partial<Record<State, Condition>> = {
  active: sql<SqlBool>`account.suspended_at is null`,
  sensitized: sql<SqlBool>`account.sensitized_at is not null`,
  silenced: sql<SqlBool>`account.silenced_at is not null`,
  suspended: sql<SqlBool>`account.suspended_at is not null`,
  disabled: sql<SqlBool>`account.suspended_at is null`,
}

// written so that the planner uses the partial indexes of these states
const OF_USERS: Partial<Record<State, Condition>> = {
  pending: sql<SqlBool>`local_user.approved = false`,
  disabled: sql<SqlBool>`local_user.disabled = true`,
}

const OF_ORIGIN = {
  local: sql<SqlBool>`account.domain is null`,
  remote: sql<SqlBool>`account.domain is not null`,
}

/**
 * The same conditions for lists that another filter shortens: written so that no index is used for
 * them.
 */
const CHECKED_ORIGIN = {
  local: sql<SqlBool>`(account.domain || '') is null`,
  remote: sql<SqlBool>`(account.domain || '') is not null`,
}

function accountConditions(db: Db, filter: AccountFilter): Condition[] {
  const { origin, state, username, displayName, domain } = filter
  const conditions = state === 'suspended' ? [] : [THERE]
  const ofState = state && OF_ACCOUNTS[state]
  if (ofState !== undefined) conditions.push(ofState)
  if (domain !== undefined) {
    conditions.push(sql<SqlBool>`account.domain = ${canonicalDomain(domain)}`)
  } else if (origin !== undefined) {
    conditions.push((isShort(filter) ? CHECKED_ORIGIN : OF_ORIGIN)[origin])
  }
  if (username !== undefined) conditions.push(isCalled(db, username))
  if (displayName !== undefined) conditions.push(isNamed(db, displayName))
  return conditions
}

/** Whether a filter other than the origin shortens the list. */
function isShort({ origin: _, state = 'active', ...others }: AccountFilter): boolean {
  return state !== 'active' || Object.values(others).some((value) => value !== undefined)
}

/** Shorter prefixes match many accounts, found faster by scanning the newest accounts. */
const SELECTIVE = 3

function isCalled(db: Db, username: string): Condition {
  const prefix = username.replace(/^@/, '').toLowerCase()
  if (prefix.length < SELECTIVE) return beginsWith(db, sql.ref('account.username_lower'), prefix)
  const called = beginsWith(db, sql.ref('named.username_lower'), prefix)
  return sql<SqlBool>`account.id in (select named.id from account as named where ${called})`
}

/**
 * `search_text` is the username, a space and the display name, in lower case; this length is
 * indexed.
 */
const INDEXED_LENGTH = 100
const nameOf = (table: string) =>
  sql`substr(${sql.ref(`${table}.search_text`)}, length(${sql.ref(`${table}.username_lower`)}) + 2, 100)`

function isNamed(db: Db, displayName: string): Condition {
  const text = displayName.replace(/^@/, '').toLowerCase()
  const prefix = [...text].slice(0, INDEXED_LENGTH).join('')
  if (prefix.length < SELECTIVE) return beginsWith(db, nameOf('account'), prefix)
  const called = beginsWith(db, nameOf('named'), prefix)
  return sql<SqlBool>`account.id in (select named.id from account as named where ${called})`
}

function userConditions(db: Db, filter: AccountFilter): Condition[] {
  const { state, roleIds, invitedBy, email, ip } = filter
  const conditions: Condition[] = []
  const ofState = state && OF_USERS[state]
  if (ofState !== undefined) conditions.push(ofState)
  if (roleIds !== undefined) conditions.push(idIn(db, 'local_user.role_id', roleIds))
  if (invitedBy !== undefined) conditions.push(isInvitedBy(invitedBy))
  if (email !== undefined) conditions.push(hasEmail(db, email.toLowerCase()))
  if (ip !== undefined) conditions.push(wasAt(ip))
  return conditions
}

function isInvitedBy(id: string): Condition {
  return sql<SqlBool>`local_user.id in (
    select invite_use.user_id from invite_use
    join invite on invite.id = invite_use.invite_id
    where invite.user_id in (
      select inviter.id from local_user as inviter where inviter.id = ${id} or inviter.account_id = ${id}))`
}

function hasEmail(db: Db, pattern: string): Condition {
  const column = sql.ref('local_user.email_lower')
  if (!/[*%]/.test(pattern)) {
    if (pattern.length < SELECTIVE) return beginsWith(db, column, pattern)
    const written = beginsWith(db, sql.ref('written.email_lower'), pattern)
    return sql<SqlBool>`local_user.account_id in (
      select written.account_id from local_user as written where ${written})`
  }
  const like = pattern.replace(/[\\_]/g, '\\$&').replaceAll('*', '%')
  return sql<SqlBool>`${column} like ${`${like}%`} escape '\\'`
}

/** Signed up from that address, or has a session there. */
function wasAt(ip: string): Condition {
  const range = ipRange(ip)
  if (range === null) return sql<SqlBool>`1 = 0`
  const { from, to } = range
  return sql<SqlBool>`local_user.id in (
    select here.id from local_user as here where here.sign_up_ip_digits between ${from} and ${to}
    union select session.user_id from session where session.ip_digits between ${from} and ${to})`
}
