import { lockRow } from '../db/expressions.ts'
import type { Keys } from '../keys.ts'
import type { Tx } from '../transact.ts'
import { sameScopes } from './scopes.ts'
import { deriveSecret, hashSecret } from './secrets.ts'

export interface TokenInput {
  applicationId: string
  /** null: the application's own token */
  userId: string | null
  /** separated by spaces */
  scopes: string
}

export interface IssuedToken {
  id: string
  /** what the client sends */
  text: string
  scopes: string
  created_at: number
}

/**
 * Gives a token; for the same user, application and scopes always the same one until it is revoked
 * (S-441). That is why its text is derived from its id and a secret of the server: the database
 * holds a hash only.
 */
export async function issueToken(
  tx: Tx,
  keys: Pick<Keys, 'tokenSecret'>,
  input: TokenInput,
): Promise<IssuedToken> {
  if (input.userId === null) await lockRow(tx.db, 'application', input.applicationId)
  else await lockRow(tx.db, 'local_user', input.userId)
  const known = await findLiveToken(tx, input)
  const token = known ?? { id: tx.newId(), scopes: input.scopes, created_at: tx.now }
  const text = tokenText(keys, token.id)
  if (known !== undefined) return { ...known, text }
  await tx.db
    .insertInto('access_token')
    .values({
      ...token,
      token_hash: hashSecret(text),
      application_id: input.applicationId,
      user_id: input.userId,
      revoked_at: null,
    })
    .execute()
  return { ...token, text }
}

/** What the client of a token sends: it is held nowhere, it follows from the id. */
export function tokenText({ tokenSecret }: Pick<Keys, 'tokenSecret'>, tokenId: string): string {
  return deriveSecret(tokenSecret, `access token ${tokenId}`)
}

async function findLiveToken(tx: Tx, { applicationId, userId, scopes }: TokenInput) {
  const rows = await tx.db
    .selectFrom('access_token')
    .select(['id', 'scopes', 'created_at'])
    .where('application_id', '=', applicationId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.find((row) => sameScopes(row.scopes, scopes))
}

/** Makes tokens void; those that are already stay as they are. Their streams close (A46). */
export async function revokeTokens(tx: Tx, tokenIds: readonly string[]): Promise<void> {
  const revoked: string[] = []
  for (const id of tokenIds) {
    const row = await tx.db
      .updateTable('access_token')
      .set({ revoked_at: tx.now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) revoked.push(row.id)
  }
  if (revoked.length > 0) tx.emit({ type: 'token.revoked', tokenIds: revoked })
}

/** @see https://docs.joinmastodon.org/entities/Token/ */
export function presentToken(token: IssuedToken) {
  return {
    access_token: token.text,
    token_type: 'Bearer',
    scope: token.scopes,
    created_at: Math.floor(token.created_at / 1000),
  }
}
