import type { Tx } from '../transact.ts'
import { hashSecret, randomSecret } from './secrets.ts'

type Purpose = 'second_step' | 'passkey_sign_in' | 'passkey_registration'

/** ms */
const LIFETIMES: Record<Purpose, number> = {
  second_step: 10 * 60_000,
  passkey_sign_in: 5 * 60_000,
  passkey_registration: 5 * 60_000,
}

/** What a challenge is for; whoever answers must come with the same. */
export interface ChallengeUse {
  purpose: Purpose
  /** what only the browser that asked can know */
  browser: string
}

/** Makes something that this browser can answer soon and once. @returns what goes to the browser */
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

/** @returns whose it is (null: nobody is known yet), or null if there is none or it is too late */
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

/** The same as `findChallenge`, and it is used up. */
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

/** Whoever was about to sign in begins anew. */
export async function dropChallenges(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('auth_challenge').where('user_id', '=', userId).execute()
}
