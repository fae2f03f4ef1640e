import type { Keys } from '../../kernel/core/keys.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { deriveSecret, hashSecret } from '../identity/secrets.ts'
import { sameScopes } from './scopes.ts'

export interface TokenInput {
  applicationId: string
  /** null: the application's own token */
  userId: string | null
  /** separated by spaces */
  scopes: string
}

export interface IssuedToken {
  id: string
  /** the token as the client sends it */
  text: string
  scopes: string
  created_at: number
}

/**
 * Issues a token; the same user, application and scopes always get the same token until it is
 * revoked (S-441). Its text is therefore derived from its id and a server secret: the database
 * stores only a hash.
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
  if (input.userId === null) await removeOldest(tx, input.applicationId)
  return { ...token, text }
}

/**
 * maximum of an application's own tokens: each combination of scopes is a token, and anybody can
 * request them (A80)
 */
const MOST_OWN = 20

/** Removes the tokens above the limit, revoked ones first. */
async function removeOldest(tx: Tx, applicationId: string): Promise<void> {
  const own = await tx.db
    .selectFrom('access_token')
    .select(['id', 'revoked_at'])
    .where('application_id', '=', applicationId)
    .where('user_id', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const [live, ended] = [
    own.filter((row) => row.revoked_at === null),
    own.filter((row) => row.revoked_at !== null),
  ]
  const ids = [...live, ...ended].slice(MOST_OWN).map(({ id }) => id)
  if (ids.length === 0) return
  // their streams close
  tx.emit({ type: 'token.revoked', tokenIds: ids })
  await tx.db
    .deleteFrom('access_token')
    .where(idIn(tx.db, 'id', ids))
    .execute()
}

/** The token's text for its client: stored nowhere, but derived from the id. */
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

/** Revokes tokens; revoked ones stay as they are. Their streams close (A46). */
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
