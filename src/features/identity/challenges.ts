import type { Tx } from '../../kernel/core/tx.ts'
import { hashSecret, randomSecret } from './secrets.ts'

type Purpose = 'second_step' | 'passkey_sign_in' | 'passkey_registration'

/** ms */
const LIFETIMES: Record<Purpose, number> = {
  second_step: 10 * 60_000,
  passkey_sign_in: 5 * 60_000,
  passkey_registration: 5 * 60_000,
}

/** The context of a challenge; the answer must come in the same context. */
export interface ChallengeUse {
  purpose: Purpose
  /** a value that only the requesting browser knows */
  browser: string
}

/**
 * Creates a challenge that this browser can answer once before it expires.
 * @returns the token for the browser
 */
export async function putChallenge(
  tx: Tx,
  { purpose, browser }: ChallengeUse,
  userId: string | null,
): Promise<string> {
  const token = randomSecret()
  await tx.db
    .insertInto('auth_challenge')
    .values({
      id: tx.newId(),
      token_hash: hashSecret(token),
      purpose,
      browser_hash: hashSecret(browser),
      user_id: userId,
      expires_at: tx.now + LIFETIMES[purpose],
    })
    .execute()
  return token
}

/**
 * @returns the user of the challenge (null: not known yet), or null if there is none or it has
 * expired
 */
export async function findChallenge(
  tx: Pick<Tx, 'db' | 'now'>,
  use: ChallengeUse,
  token: string,
): Promise<{ userId: string | null } | null> {
  const row = await tx.db
    .selectFrom('auth_challenge')
    .select('user_id')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', use.purpose)
    .where('browser_hash', '=', hashSecret(use.browser))
    .where('expires_at', '>', tx.now)
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id }
}

/** As `findChallenge`, and consumes the challenge. */
export async function takeChallenge(
  tx: Tx,
  use: ChallengeUse,
  token: string,
): Promise<{ userId: string | null } | null> {
  const row = await tx.db
    .deleteFrom('auth_challenge')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', use.purpose)
    .where('browser_hash', '=', hashSecret(use.browser))
    .where('expires_at', '>', tx.now)
    .returning('user_id')
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id }
}

/** Removes a user's challenges: unfinished sign-ins must start again. */
export async function removeChallenges(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('auth_challenge').where('user_id', '=', userId).execute()
}
