import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { isUniqueViolation } from '../../../kernel/db/unique-violation.ts'
import { settings } from '../../instance/settings.ts'
import { type ChallengeUse, putChallenge, takeChallenge } from '../challenges.ts'
import { enqueueMail } from '../mail-queue.ts'
import {
  type Answer,
  checkAssertion,
  checkCreation,
  creationOptions,
  requestOptions,
} from './webauthn.ts'

/** maximum of passkeys per user */
export const MOST_PASSKEYS = 20
export const PASSKEY_NAME_LENGTH = 60

export interface Passkey {
  id: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** A user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(MOST_PASSKEYS)
    .execute()
}

/** Options for creating a passkey in the browser, as JSON. */
export async function offerRegistration(
  app: App,
  user: { userId: string; username: string },
  browser: string,
): Promise<object> {
  const use: ChallengeUse = { purpose: 'passkey_registration', browser }
  const challenge = await app.transact((tx) => putChallenge(tx, use, user.userId))
  const { title: serverName } = await app.cached.get(settings)
  const known = await credentialsOf(app.db, user.userId)
  return creationOptions(app.config, { challenge, serverName, ...user, known })
}

export interface NewPasskey {
  userId: string
  name: string
  /** the result of `navigator.credentials.create` */
  answer: Answer
  browser: string
}

/**
 * Stores a passkey that the browser created, and mails the owner.
 * @returns false if it does not match the request, was sent before, or there are too many
 */
export async function registerPasskey(app: App, passkey: NewPasskey): Promise<boolean> {
  const { userId, answer, browser } = passkey
  const challenge = challengeOf(answer)
  const use: ChallengeUse = { purpose: 'passkey_registration', browser }
  const asked = await app.transact((tx) => takeChallenge(tx, use, challenge))
  if (asked?.userId !== userId) return false
  const made = await checkCreation(app.config, answer, challenge)
  if (made === null) return false
  const row = { ...made, transports: JSON.stringify(made.transports) }
  try {
    return await app.transact(async (tx) => {
      await lockRow(tx.db, 'local_user', userId)
      if ((await listPasskeys(tx.db, userId)).length >= MOST_PASSKEYS) return false
      const name = passkey.name.trim().slice(0, PASSKEY_NAME_LENGTH) || 'Passkey'
      const fixed = { id: tx.newId(), user_id: userId, created_at: tx.now, last_used_at: null }
      await tx.db
        .insertInto('passkey')
        .values({ ...row, ...fixed, name })
        .execute()
      enqueueMail(tx, { template: 'passkey_added', userId, name })
      return true
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return false // the credential is registered already
  }
}

/** Removes a passkey and mails the owner. @throws NotFound if it is not the user's */
export async function removePasskey(tx: Tx, userId: string, id: string): Promise<void> {
  const removed = await tx.db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  if (removed === undefined) throw new NotFound()
  enqueueMail(tx, { template: 'passkey_removed', userId, name: removed.name })
}

/** Removes all passkeys of a user, together with the password. */
export async function voidPasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}

/**
 * Options for signing in with a passkey in the browser, as JSON.
 * @param userId user whose passkeys may answer, after the password; null: any user's, as the only
 * factor
 */
export async function offerPasskeySignIn(
  app: App,
  userId: string | null,
  browser: string,
): Promise<object> {
  const use: ChallengeUse = { purpose: 'passkey_sign_in', browser }
  const challenge = await app.transact((tx) => putChallenge(tx, use, userId))
  const known = userId === null ? [] : await credentialsOf(app.db, userId)
  return requestOptions(app.config, challenge, known)
}

export interface PasskeyAnswer {
  answer: Answer
  browser: string
  /** the user who gave the password before; null: passkey only, which must verify its user */
  userId: string | null
}

/**
 * Checks a passkey's answer, once.
 * @returns id of its owner, or null if the answer is invalid
 */
export async function usePasskey(app: App, input: PasskeyAnswer): Promise<string | null> {
  const { answer, browser } = input
  const challenge = challengeOf(answer)
  const use: ChallengeUse = { purpose: 'passkey_sign_in', browser }
  const asked = await app.transact((tx) => takeChallenge(tx, use, challenge))
  if (asked === null || asked.userId !== input.userId) return null
  const passkey = await findPasskey(app.db, answer)
  if (passkey === null || !belongs(passkey, answer, input.userId)) return null
  const verified = input.userId === null
  const demands = { challenge, credential: passkey, verified }
  const counter = await checkAssertion(app.config, answer, demands)
  if (counter === null) return null
  const counted = await app.transact((tx) => noteUse(tx, passkey, counter))
  return counted ? passkey.user_id : null
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

async function findPasskey(db: Db, { id }: Answer) {
  if (typeof id !== 'string') return null
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the passkey belongs to the user in the answer and to the expected user. */
function belongs(passkey: StoredPasskey, answer: Answer, userId: string | null): boolean {
  const handle = textIn(answer.response, 'userHandle')
  if (handle !== '' && Buffer.from(handle, 'base64url').toString('utf8') !== passkey.user_id) {
    return false
  }
  return userId === null || userId === passkey.user_id
}

/**
 * @returns false if a concurrent answer used the counter, so that a copied authenticator is noticed
 */
async function noteUse(tx: Tx, passkey: StoredPasskey, counter: number): Promise<boolean> {
  const noted = await tx.db
    .updateTable('passkey')
    .set({ counter, last_used_at: tx.now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

async function credentialsOf(db: Db, userId: string) {
  return db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .limit(MOST_PASSKEYS)
    .execute()
}

/**
 * The challenge in the client data of an answer, or empty; verified later together with the
 * signature.
 */
function challengeOf({ response }: Answer): string {
  try {
    const text = Buffer.from(textIn(response, 'clientDataJSON'), 'base64url').toString('utf8')
    return textIn(JSON.parse(text), 'challenge')
  } catch {
    return ''
  }
}

function textIn(holder: unknown, name: string): string {
  const value = typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : ''
  return typeof value === 'string' ? value : ''
}
