import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { revokeTokens } from './tokens.ts'

export interface AuthorizedApplication {
  id: string
  name: string
  website: string | null
  /** of all its tokens together */
  scopes: string[]
  /** ms since 1970 of the first token */
  created_at: number
  /** day (ms / 86400000) of the last use of any of them; null: none recorded */
  last_used_day: number | null
}

/** maximum of tokens that are read */
const MOST_TOKENS = 1000

/** The applications that may use the user's account, most recently authorised first. */
export async function authorizedApplications(
  db: Db,
  userId: string,
): Promise<AuthorizedApplication[]> {
  const rows = await db
    .selectFrom('access_token')
    .innerJoin('application', 'application.id', 'access_token.application_id')
    .where('access_token.user_id', '=', userId)
    .where('access_token.revoked_at', 'is', null)
    .select(['application.id', 'application.name', 'application.website'])
    .select(['access_token.scopes', 'access_token.created_at', 'access_token.last_used_day'])
    .orderBy('access_token.id', 'desc')
    .limit(MOST_TOKENS)
    .execute()
  const found = new Map<string, AuthorizedApplication>()
  for (const { scopes, ...row } of rows) {
    const entry = found.get(row.id) ?? { ...row, scopes: [] }
    entry.scopes = [...new Set([...entry.scopes, ...scopes.split(' ')])]
    entry.created_at = Math.min(entry.created_at, row.created_at)
    const days = [entry.last_used_day, row.last_used_day].filter((day) => day !== null)
    entry.last_used_day = days.length === 0 ? null : Math.max(...days)
    found.set(row.id, entry)
  }
  return [...found.values()]
}

/** Revokes all applications' access to the user's account; their streams close. */
export async function revokeAllAuthorisations(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('authorization_code').where('user_id', '=', userId).execute()
  const tokens = await tx.db
    .selectFrom('access_token')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  await revokeTokens(
    tx,
    tokens.map((token) => token.id),
  )
}

/** Revokes an application's access to the user's account: its tokens, and its unused codes. */
export async function revokeAuthorisation(
  tx: Tx,
  userId: string,
  applicationId: string,
): Promise<void> {
  await tx.db
    .deleteFrom('authorization_code')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .execute()
  const tokens = await tx.db
    .selectFrom('access_token')
    .select('id')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .execute()
  await revokeTokens(
    tx,
    tokens.map((token) => token.id),
  )
}
