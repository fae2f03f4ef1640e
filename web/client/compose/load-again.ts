import { me } from '../../shared/session.ts'
import { earlyText, startEarlyText } from './early-text.tsx'
import { type Intent, openComposer } from './open-composer.ts'

/** in the tab's own store: the composer of one tab is no other's */
const PLACE = 'rookery.opened'

interface Opened {
  accountId: string
  intent: Intent
  text: string
}

/**
 * Loads the page again, where the composer opens for the same purpose, with what was typed: some browsers do not ask again
 * for a file that once failed, and after an update it may be gone.
 */
export function loadAgain(intent: Intent): void {
  const opened: Opened = { accountId: me.account_id, intent, text: earlyText() }
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(opened))
  } catch {
    // the page stays, with what was typed, so that it can be copied
    if (opened.text !== '') return
  }
  location.reload()
}

/** Opens the composer that the page before could not load. */
export function openAgain(): void {
  const opened = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Opened | null
  sessionStorage.removeItem(PLACE)
  if (opened === null || opened.accountId !== me.account_id) return
  startEarlyText(opened.text)
  openComposer(opened.intent)
}
