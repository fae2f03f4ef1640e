import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { enqueueMail } from '../mail-queue.ts'
import { removeRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { type SealingKeys, seal, unseal } from './sealing.ts'
import { loadTotp, type Totp } from './totp.ts'

type Secrets = Pick<App, 'keys' | 'transact'>

/** Whether a user's sign-in needs a code. */
export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('local_user')
    .select('otp_enabled_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user !== undefined && user.otp_enabled_at !== null
}

/**
 * The secret for an app; codes are required only after `enableTwoFactor`.
 *
 * @param renew whether to create a new one, as the last may have been seen by others
 * @returns null if codes are required already: then the secret is not shown again
 */
export async function secretForSetup(
  app: Secrets,
  userId: string,
  renew: boolean,
): Promise<string | null> {
  const totp = await loadTotp()
  return app.transact(async (tx) => {
    await lockRow(tx.db, 'local_user', userId)
    const user = await readOtp(tx, userId)
    if (user.otp_enabled_at !== null) return null
    if (user.otp_secret !== null && !renew) return unseal(app.keys, userId, user.otp_secret)
    const secret = totp.newSecret()
    await tx.db
      .updateTable('local_user')
      .set({ otp_secret: seal(app.keys, userId, secret), otp_last_step: null })
      .where('id', '=', userId)
      .execute()
    return secret
  })
}

/** URI of a secret, for the QR code. */
export async function setupAddress(
  secret: string,
  label: { issuer: string; account: string },
): Promise<string> {
  return (await loadTotp()).address(secret, label)
}

/**
 * Requires codes from now on, if the code proves that the app has the secret. Mails the owner.
 * @returns the recovery codes, to be shown once; null if the code is wrong or codes are required
 * already
 */
export async function enableTwoFactor(
  app: Secrets,
  userId: string,
  code: string,
): Promise<string[] | null> {
  const totp = await loadTotp()
  return app.transact(async (tx) => {
    await lockRow(tx.db, 'local_user', userId)
    const user = await readOtp(tx, userId)
    if (user.otp_enabled_at !== null) return null
    if (!(await takeTotpCode(tx, { keys: app.keys, totp }, userId, code))) return null
    await tx.db
      .updateTable('local_user')
      .set({ otp_enabled_at: tx.now })
      .where('id', '=', userId)
      .execute()
    enqueueMail(tx, { template: 'two_factor_enabled', userId })
    return replaceRecoveryCodes(tx, userId)
  })
}

/** Stops requiring codes. Mails the owner. @returns false if none were required */
export async function disableTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const changed = await tx.db
    .updateTable('local_user')
    .set({ otp_secret: null, otp_enabled_at: null, otp_last_step: null })
    .where('id', '=', userId)
    .where('otp_enabled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) return false
  await removeRecoveryCodes(tx, userId)
  enqueueMail(tx, { template: 'two_factor_disabled', userId })
  return true
}

/** Replaces the recovery codes. @returns null if codes are not required */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[] | null> {
  await lockRow(tx.db, 'local_user', userId)
  if (!(await hasTwoFactor(tx.db, userId))) return null
  enqueueMail(tx, { template: 'recovery_codes_renewed', userId })
  return replaceRecoveryCodes(tx, userId)
}

/**
 * Checks the second factor within a transaction; created before it, as the library may have to be
 * loaded.
 */
export type TakeCode = (tx: Tx, userId: string, code: string) => Promise<boolean>

/**
 * Returns a function that accepts a code of the app, or a recovery code, once (A49): neither it nor
 * a code of an earlier step is accepted again.
 */
export async function codeTaker(app: Pick<App, 'keys'>): Promise<TakeCode> {
  const tools = { keys: app.keys, totp: await loadTotp() }
  return async (tx, userId, code) => {
    if (await takeTotpCode(tx, tools, userId, code)) return true
    if (!(await useRecoveryCode(tx, userId, code))) return false
    enqueueMail(tx, { template: 'recovery_code_used', userId })
    return true
  }
}

async function takeTotpCode(
  tx: Tx,
  { keys, totp }: { keys: SealingKeys; totp: Totp },
  userId: string,
  code: string,
): Promise<boolean> {
  const digits = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return false
  const { otp_secret: sealed } = await readOtp(tx, userId)
  if (sealed === null) return false
  const step = totp.stepOf(unseal(keys, userId, sealed), digits, tx.now)
  if (step === null) return false
  const taken = await tx.db
    .updateTable('local_user')
    .set({ otp_last_step: step })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('otp_last_step', 'is', null), eb('otp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function readOtp(tx: Tx, userId: string) {
  return tx.db
    .selectFrom('local_user')
    .select(['otp_secret', 'otp_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
