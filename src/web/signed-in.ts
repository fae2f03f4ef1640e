import type { App } from '../app.ts'
import { Unauthorized } from '../errors.ts'
import type { Viewer } from '../http/routes.ts'
import { STRIKES } from './account-links.ts'
import { type Call, goTo, wantsJson } from './pages.ts'
import { goToSignIn } from './way-back.ts'

/** A page's call with somebody signed in behind it. */
export interface SignedIn extends Call {
  user: Viewer
  sessionId: string
}

/**
 * A browser is led on, who is suspended or frozen to what was decided about them; a script is told.
 *
 * @param home where to go on to after a form, which is not sent again
 * @returns null if nobody is signed in: then the visitor is sent to the sign-in page
 * @throws Unauthorized for who asks for JSON
 */
export function signedIn(app: App, call: Call, home = '/settings'): SignedIn | null {
  const { user, sessionId, barred } = call.visitor
  if (user !== null && sessionId !== null) return { ...call, user, sessionId }
  if (wantsJson(call)) throw new Unauthorized('Please sign in first')
  if (barred !== null) {
    goTo(call.reply, STRIKES)
    return null
  }
  goToSignIn(app, call, call.request.method === 'GET' ? call.request.url : home)
  return null
}

/** The same, who is suspended or frozen included: `user.barred` says so. */
export function signedInAtAll(app: App, call: Call, home: string): SignedIn | null {
  const { barred } = call.visitor
  return barred === null ? signedIn(app, call, home) : { ...call, ...barred }
}

/** Whether somebody is let in to see what was decided about them, and to nothing else. */
export function isKeptOut({ barred }: Viewer): boolean {
  return barred === 'suspended' || barred === 'disabled'
}
