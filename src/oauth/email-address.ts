import { domainToASCII } from 'node:url'
import { BLANK, type FieldError, TAKEN } from '../accounts/field-errors.ts'
import type { Db } from '../db/database.ts'

/** what browsers take for an address, so that both agree; it has no white space and no line break */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const LENGTH = 254

/**
 * An address in the form that is stored: no spaces around it, its domain in ASCII.
 * @returns null if it is none
 */
export function normalizeEmail(text: string): string | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || trimmed.length > LENGTH) return null
  const address = `${trimmed.slice(0, at)}@${domainToASCII(trimmed.slice(at + 1))}`
  return ADDRESS.test(address) && address.length <= LENGTH ? address : null
}

/** By which an address is looked up and counted; text that is no address stays itself. */
export function addressKey(text: string): string {
  return (normalizeEmail(text) ?? text.trim()).toLowerCase()
}

/**
 * What keeps somebody from using this address, or null.
 * @param ownUserId the user who may have it already
 */
export async function emailProblem(
  db: Db,
  text: string,
  ownUserId: string | null = null,
): Promise<FieldError | null> {
  if (text.trim() === '') return BLANK
  const email = normalizeEmail(text)
  if (email === null) return { error: 'ERR_INVALID', description: 'is not a valid e-mail address' }
  const owner = await db
    .selectFrom('local_user')
    .select('id')
    .where('email_lower', '=', email.toLowerCase())
    .executeTakeFirst()
  return owner === undefined || owner.id === ownUserId ? null : TAKEN
}
