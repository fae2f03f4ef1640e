import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../transact.ts'
import { hashSecret } from '../secrets.ts'

const CODES = 10
/** no letter that is taken for another sign */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/**
 * Replaces the recovery codes of a user.
 * @returns the new ones, to be shown once: the database holds hashes only
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

/** Uses a recovery code up. @returns false if it is none, or was used before */
export async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = await tx.db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** How many a user has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** 79 bits in four groups, so that no hash of it can be tried out. */
function newCode(): string {
  const signs: string[] = []
  while (signs.length < LENGTH) {
    // a byte that would make some signs likelier is left out
    const byte = randomBytes(1)[0]! & 31
    if (byte < SIGNS.length) signs.push(SIGNS[byte]!)
  }
  return signs.join('').replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf(userId: string, code: string): string {
  return hashSecret(`recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
}
