import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { hashSecret } from '../secrets.ts'

const CODES = 10
/** without letters that resemble other characters */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/**
 * Replaces the recovery codes of a user.
 * @returns the new ones, to be shown once: the database stores only hashes
 */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await removeRecoveryCodes(tx, userId)
  const codes = Array.from({ length: CODES }, newCode)
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) }))
  await tx.db.insertInto('recovery_code').values(rows).execute()
  return codes
}

export async function removeRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Uses up a recovery code. @returns false if it is unknown or used */
export async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = await tx.db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Number of unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** 79 bits in four groups, so that its hash cannot be brute-forced. */
function newCode(): string {
  const signs: string[] = []
  while (signs.length < LENGTH) {
    // rejects values that would bias the characters
    const byte = randomBytes(1)[0]! & 31
    if (byte < SIGNS.length) signs.push(SIGNS[byte]!)
  }
  return signs.join('').replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf(userId: string, code: string): string {
  return hashSecret(`recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
}
