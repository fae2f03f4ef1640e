/** Why a name cannot be taken: the codes of S-272. That it is taken already, only the database knows. */
export type UsernameProblem = 'ERR_BLANK' | 'ERR_INVALID' | 'ERR_TOO_LONG' | 'ERR_RESERVED'

export const MAX_USERNAME_LENGTH = 30

/** Names that people would take for the staff or for the server itself. */
const RESERVED = new Set(
  (
    'abuse account accounts admin administration administrator administrators admins everyone help ' +
    'helpdesk hostmaster instance mailer_daemon mod moderator moderators mods noreply no_reply ' +
    'nobody owner postmaster root rookery security server staff support system webmaster'
  ).split(' '),
)

/** Digits that stand in for letters: `adm1n` is no better than `admin`. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/**
 * Checks a name that somebody wants for a local account (S-290).
 *
 * @returns null where it can be had
 */
export function usernameProblem(username: string): UsernameProblem | null {
  if (username.trim() === '') return 'ERR_BLANK'
  if (!/^[A-Za-z0-9_]+$/.test(username)) return 'ERR_INVALID'
  if (username.length > MAX_USERNAME_LENGTH) return 'ERR_TOO_LONG'
  return isReservedUsername(username) ? 'ERR_RESERVED' : null
}

/** @returns whether only the operator may give this name out */
export function isReservedUsername(username: string): boolean {
  const name = username.toLowerCase()
  const spelledOut = name.replace(/[013457]/g, (digit) => LOOKALIKES[digit] ?? digit)
  return RESERVED.has(name) || RESERVED.has(spelledOut)
}
