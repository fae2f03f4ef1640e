/**
 * Messages of tabs about the account that is signed in, as they share one session: `is` when a page begins, `left` when
 * an account is signed out or changed for another one.
 */
export type Word = { is: string } | { left: string }

/** Whether a page of an account must not go on after a word of another tab. @param own null for visitors */
export const isOverBy = (word: Word, own: string | null): boolean =>
  'left' in word ? word.left === own : word.is !== own

/** The session that a page has, or that the browser has by now. */
export interface Session {
  /** null: nobody is signed in */
  account: string | null
  csrfToken: string
}

/**
 * How the browser's session stands to the one that a page was made with.
 * @param now null: the server shows nobody's page
 * @returns `other`: it is somebody else's, and the page must do nothing as them
 */
export function comparedWith(
  before: Session,
  now: Session | null,
): 'same' | 'renewed' | 'gone' | 'other' {
  if (now === null) return 'gone'
  if (now.account !== before.account) return 'other'
  return now.csrfToken === before.csrfToken ? 'same' : 'renewed'
}
