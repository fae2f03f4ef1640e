import type { Keys } from '../../kernel/core/keys.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { hashSecret, randomCode } from '../identity/secrets.ts'
import { provesChallenge } from './pkce.ts'
import { type IssuedToken, issueToken, revokeTokens } from './tokens.ts'

/** ms */
const CODE_LIFETIME = 10 * 60_000

export interface Grant {
  applicationId: string
  userId: string
  redirectUri: string
  /** separated by spaces */
  scopes: string
  codeChallenge: string | null
}

/** Creates a code after the user's consent; it is valid once, for 10 minutes (S-440). */
export async function createCode(tx: Tx, grant: Grant): Promise<string> {
  const code = randomCode()
  await tx.db
    .insertInto('authorization_code')
    .values({
      id: tx.newId(),
      code_hash: hashSecret(code),
      application_id: grant.applicationId,
      user_id: grant.userId,
      redirect_uri: grant.redirectUri,
      scopes: grant.scopes,
      code_challenge: grant.codeChallenge,
      expires_at: tx.now + CODE_LIFETIME,
      used_at: null,
      token_id: null,
    })
    .execute()
  return code
}

export interface Exchange {
  applicationId: string
  code: string
  redirectUri: string
  codeVerifier: string | null
}

/**
 * Exchanges a code for its token. A code used twice was stolen: then its token is revoked.
 *
 * @returns null if the code is not valid for this client, redirect URI and verifier, or has expired
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
export async function exchangeCode(
  tx: Tx,
  keys: Pick<Keys, 'tokenSecret'>,
  exchange: Exchange,
): Promise<IssuedToken | null> {
  const code = await findCode(tx, exchange)
  if (code === undefined) return null
  const fits =
    code.redirect_uri === exchange.redirectUri &&
    provesChallenge(code.code_challenge, exchange.codeVerifier)
  if (code.used_at === null && !fits) return null
  if (!(await useUp(tx, code.id))) {
    await revokeReused(tx, code.id)
    return null
  }
  if (code.expires_at <= tx.now) return null
  const token = await issueToken(tx, keys, {
    applicationId: code.application_id,
    userId: code.user_id,
    scopes: code.scopes,
  })
  await tx.db
    .updateTable('authorization_code')
    .set({ token_id: token.id })
    .where('id', '=', code.id)
    .execute()
  return token
}

async function findCode(tx: Tx, { code, applicationId }: Exchange) {
  return tx.db
    .selectFrom('authorization_code')
    .selectAll()
    .where('code_hash', '=', hashSecret(code))
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
}

/** @returns false if it was used before, also by a concurrent request */
async function useUp(tx: Tx, codeId: string): Promise<boolean> {
  const used = await tx.db
    .updateTable('authorization_code')
    .set({ used_at: tx.now })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

async function revokeReused(tx: Tx, codeId: string): Promise<void> {
  const code = await tx.db
    .selectFrom('authorization_code')
    .select('token_id')
    .where('id', '=', codeId)
    .executeTakeFirst()
  if (code?.token_id) await revokeTokens(tx, [code.token_id])
}
