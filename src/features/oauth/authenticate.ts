import { createLruCache } from '../../kernel/cache/lru-cache.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn, textIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { Credential } from '../../kernel/http/credentials.ts'
import type { Auth, Viewer } from '../../kernel/http/routes.ts'
import { ALL_SCOPES } from '../../kernel/http/scopes.ts'
import { hashSecret } from '../identity/secrets.ts'
import { effectivePermissions, type Role, requiresTwoFactor, roles } from '../roles/roles.ts'
import { createUseNotes } from './last-use.ts'

/**
 * Resolves a credential to its holder. `unknown`: never issued by this server, or an ended session;
 * `revoked`: a token that was revoked before.
 */
export type Authenticate = (credential: Credential) => Promise<Auth | 'unknown' | 'revoked'>

const userColumns = [
  'local_user.id as user_id',
  'local_user.confirmed_at',
  'local_user.approved',
  'local_user.disabled',
  'local_user.role_id',
  'local_user.locale',
  'local_user.chosen_languages',
  'local_user.last_active_day',
  'local_user.filters_version',
  'local_user.otp_enabled_at',
  'account.id as account_id',
  'account.username',
  'account.suspended_at',
  'account.silenced_at',
  'account.deleted_at',
] as const

const tokenByHash = prepared((db, p: { hash: string }) =>
  db
    .selectFrom('access_token')
    .leftJoin('local_user', 'local_user.id', 'access_token.user_id')
    .leftJoin('account', 'account.id', 'local_user.account_id')
    .where('access_token.token_hash', '=', p.hash)
    .select([
      'access_token.id',
      'access_token.application_id',
      'access_token.scopes',
      'access_token.revoked_at',
      'access_token.last_used_day',
    ])
    .select(userColumns),
)

const sessionHolders = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('local_user', 'local_user.id', 'session.user_id')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(userColumns)

const sessionByHash = prepared((db, p: { hash: string }) =>
  sessionHolders(db)
    .where('session.token_hash', '=', p.hash)
    .select(['session.id', 'session.expires_at', 'session.last_used_at']),
)

type TokenRow = Awaited<ReturnType<typeof tokenByHash>>[number]
type UserRow = Omit<TokenRow, 'id' | 'application_id' | 'scopes' | 'revoked_at' | 'last_used_day'>

const EVERY_SCOPE: ReadonlySet<string> = new Set(ALL_SCOPES)
/** maximum of cached scope sets */
const KEPT_SCOPES = 500

/** maximum of tokens with cached holders */
const KEPT_TOKENS = 10_000
/** Tables that a token's row is read from, including tables whose changes cascade to these. */
export const TOKEN_TABLES = ['access_token', 'application', 'local_user', 'account', 'role']

/** The holder of a token, valid while its tables have this version and the roles are these. */
interface KnownToken {
  version: number | undefined
  roles: Map<string, Role>
  auth: Auth
  /** last active day of the user, and last day on which this token was used */
  lastDay: number | null
  lastUse: number | null
}

/** Creates the function of the auth hook; each call needs at most one query. */
export function createAuthenticate(app: App): Authenticate {
  const scopesOf = createScopeSets()
  const notes = createUseNotes(app)
  const tokens = createLruCache<string, KnownToken>(KEPT_TOKENS)

  const readToken = async (hash: string, known: Map<string, Role>) => {
    const version = app.database.versionOf?.(TOKEN_TABLES)
    const kept = tokens.get(hash)
    if (kept !== undefined && kept.version === version && kept.roles === known) return kept
    const [row] = await tokenByHash(app.db, { hash })
    if (row === undefined) return 'unknown'
    if (row.revoked_at !== null) return 'revoked'
    const { id: tokenId, application_id: applicationId } = row
    const { last_active_day: lastDay, last_used_day: lastUse } = row
    const user = viewerOf(known, row)
    const auth = authOf({ tokenId, applicationId, scopes: scopesOf(row.scopes), user })
    const token: KnownToken = { version, roles: known, auth, lastDay, lastUse }
    if (version !== undefined) tokens.set(hash, token)
    return token
  }

  return async (credential) => {
    const known = app.cached.peek(roles) ?? (await app.cached.get(roles))
    if ('session' in credential) {
      const [row] = await sessionByHash(app.db, { hash: hashSecret(credential.session) })
      if (row === undefined || row.expires_at <= app.clock()) return 'unknown'
      const user = viewerOf(known, row)
      if (user?.barred === null) notes.sessionUsed(row)
      return authOf({ sessionId: row.id, scopes: EVERY_SCOPE, user })
    }
    const token = await readToken(hashSecret(credential.token), known)
    if (typeof token === 'string') return token
    const { user, tokenId } = token.auth
    if (user?.barred === null) {
      notes.userActive(user.userId, token.lastDay)
      if (tokenId !== null) notes.tokenUsed(tokenId, token.lastUse)
    }
    return token.auth
  }
}

const tokensByIds = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('access_token')
    .innerJoin('local_user', 'local_user.id', 'access_token.user_id')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where(idIn(db, 'access_token.id', p.ids))
    .where('access_token.revoked_at', 'is', null)
    .select('access_token.id')
    .select(userColumns),
)

const sessionsByIds = prepared((db, p: { ids: readonly string[]; now: number }) =>
  sessionHolders(db)
    .where(idIn(db, 'session.id', p.ids))
    .where('session.expires_at', '>', p.now)
    .select('session.id'),
)

const sessionsByHashes = prepared((db, p: { hashes: readonly string[]; now: number }) =>
  sessionHolders(db)
    .where(textIn(db, 'session.token_hash', p.hashes))
    .where('session.expires_at', '>', p.now)
    .select('session.token_hash'),
)

/**
 * Holders of credentials that were authenticated earlier; not recorded as a use.
 *
 * @param kind of the ids: tokens or sessions
 * @returns users by id of their token or session; those revoked since are absent
 */
export async function loadHolders(
  app: App,
  kind: 'token' | 'session',
  ids: readonly string[],
): Promise<Map<string, Viewer>> {
  if (ids.length === 0) return new Map()
  const known = await app.cached.get(roles)
  const rows =
    kind === 'token'
      ? await tokensByIds(app.db, { ids })
      : await sessionsByIds(app.db, { ids, now: app.clock() })
  const holders = new Map<string, Viewer>()
  for (const row of rows) {
    const viewer = viewerOf(known, row)
    if (viewer !== null) holders.set(row.id, viewer)
  }
  return holders
}

/**
 * Holders of several session cookies; not recorded as a use.
 * @returns users by cookie; ended sessions are absent
 */
export async function loadSessionUsers(
  app: App,
  cookies: readonly string[],
): Promise<Map<string, Viewer>> {
  if (cookies.length === 0) return new Map()
  const known = await app.cached.get(roles)
  const cookieOf = new Map(cookies.map((cookie) => [hashSecret(cookie), cookie]))
  const hashes = [...cookieOf.keys()]
  const users = new Map<string, Viewer>()
  for (const row of await sessionsByHashes(app.db, { hashes, now: app.clock() })) {
    const viewer = viewerOf(known, row)
    const cookie = cookieOf.get(row.token_hash)
    if (viewer !== null && cookie !== undefined) users.set(cookie, viewer)
  }
  return users
}

function authOf(known: Partial<Auth> & Pick<Auth, 'scopes' | 'user'>): Auth {
  return { tokenId: null, sessionId: null, applicationId: null, ...known }
}

/** @returns null for an application's own token */
function viewerOf(known: Map<string, Role>, row: UserRow): Viewer | null {
  const { user_id: userId, account_id: id } = row
  if (userId === null || id === null) return null
  return {
    id,
    userId,
    username: row.username ?? '',
    roleId: row.role_id,
    permissions: effectivePermissions(known, row.role_id),
    rolePosition: row.role_id === null ? 0 : (known.get(row.role_id)?.position ?? 0),
    locale: row.locale ?? 'en',
    chosenLanguages: row.chosen_languages,
    filtersVersion: row.filters_version ?? 0,
    silenced: row.silenced_at !== null,
    barred: barrierOf(known, row),
  }
}

function barrierOf(known: Map<string, Role>, row: UserRow): Viewer['barred'] {
  if (row.suspended_at !== null || row.deleted_at !== null) return 'suspended'
  if (row.disabled) return 'disabled'
  if (row.confirmed_at === null) return 'unconfirmed'
  if (!row.approved) return 'unapproved'
  return row.otp_enabled_at === null && requiresTwoFactor(known, row.role_id) ? 'two_factor' : null
}

/**
 * Scope sets by their text: tokens have few different ones, and creating a set costs more than a
 * lookup.
 */
function createScopeSets(): (text: string) => ReadonlySet<string> {
  const sets = new Map<string, ReadonlySet<string>>()
  return (text) => {
    const kept = sets.get(text)
    if (kept !== undefined) return kept
    const set = new Set(text.split(' '))
    if (sets.size === KEPT_SCOPES) sets.clear()
    sets.set(text, set)
    return set
  }
}
