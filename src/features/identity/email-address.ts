import { domainToASCII } from 'node:url'
import type { Db } from '../../kernel/db/database.ts'
import { BLANK, type FieldError, problemOf, TAKEN } from '../accounts/field-errors.ts'

/**
 * the pattern of browsers for e-mail inputs, so that both agree; it allows no white space and no
 * line break
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const LENGTH = 254

/**
 * An e-mail address in its stored form: trimmed, its domain in ASCII.
 * @returns null if it is invalid
 */
export function normalizeEmail(text: string): string | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || trimmed.length > LENGTH) return null
  const address = `${trimmed.slice(0, at)}@${domainToASCII(trimmed.slice(at + 1))}`
  return ADDRESS.test(address) && address.length <= LENGTH ? address : null
}

/** The key by which an e-mail address is found and counted; other text is its own key. */
export function addressKey(text: string): string {
  return (normalizeEmail(text) ?? text.trim()).toLowerCase()
}

/**
 * The reason why an e-mail address cannot be used, or null.
 * @param ownUserId a user who may have it already
 */
export async function emailProblem(
  db: Db,
  text: string,
  ownUserId: string | null = null,
): Promise<FieldError | null> {
  if (text.trim() === '') return BLANK
  const email = normalizeEmail(text)
  if (email === null) return problemOf('ERR_INVALID', 'is not a valid e-mail address')
  const owner = await db
    .selectFrom('local_user')
    .select('id')
    .where('email_lower', '=', email.toLowerCase())
    .executeTakeFirst()
  return owner === undefined || owner.id === ownUserId ? null : TAKEN
}
