/** Why a name is not available: the codes of S-272. Only the database knows whether it is taken. */
export type UsernameProblem = 'ERR_BLANK' | 'ERR_INVALID' | 'ERR_TOO_LONG' | 'ERR_RESERVED'

export const MAX_USERNAME_LENGTH = 30

/** Names that could be mistaken for the staff or the server itself. */
const RESERVED = new Set(
  (
    'abuse account accounts admin administration administrator administrators admins everyone help ' +
    'helpdesk hostmaster instance mailer_daemon mod moderator moderators mods noreply no_reply ' +
    'nobody owner postmaster root rookery security server staff support system webmaster'
  ).split(' '),
)

/** Digits that replace letters: `adm1n` is no better than `admin`. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/**
 * Checks the name of a new local account (S-290).
 *
 * @returns null if it is available
 */
export function usernameProblem(username: string): UsernameProblem | null {
  if (username.trim() === '') return 'ERR_BLANK'
  if (!/^[A-Za-z0-9_]+$/.test(username)) return 'ERR_INVALID'
  if (username.length > MAX_USERNAME_LENGTH) return 'ERR_TOO_LONG'
  return isReservedUsername(username) ? 'ERR_RESERVED' : null
}

/** @returns whether only the operator may assign this name */
export function isReservedUsername(username: string): boolean {
  const name = username.toLowerCase()
  const spelledOut = name.replace(/[013457]/g, (digit) => LOOKALIKES[digit] ?? digit)
  return RESERVED.has(name) || RESERVED.has(spelledOut)
}
