import { Unauthorized } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { goToSignIn } from '../auth/way-back.ts'
import { type Call, goTo, wantsJson } from '../pages.ts'
import { STRIKES } from './account-links.ts'

/** A page's call with a signed-in user. */
export interface SignedIn extends Call {
  user: Viewer
  sessionId: string
}

/**
 * Checks that a user is signed in. Otherwise a browser is redirected: suspended and frozen users to the decision about
 * them, visitors to the sign-in page. A request for JSON gets an error.
 *
 * @param home return path after a form, which is not sent again
 * @returns null if the response is sent
 * @throws Unauthorized for a request for JSON
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

/** Like `signedIn`, but accepts suspended and frozen users; `user.barred` tells which. */
export function signedInAtAll(app: App, call: Call, home: string): SignedIn | null {
  const { barred } = call.visitor
  return barred === null ? signedIn(app, call, home) : { ...call, ...barred }
}

/** Whether the user may only read the decision about them: suspended or frozen. */
export function isKeptOut({ barred }: Viewer): boolean {
  return barred === 'suspended' || barred === 'disabled'
}
