import { Unauthorized } from '../errors.ts'
import type { Viewer } from '../http/routes.ts'
import { type Call, goTo, signInAddress, wantsJson } from './pages.ts'

/** A page's call with somebody signed in behind it. */
export interface SignedIn extends Call {
  user: Viewer
  sessionId: string
}

/**
 * A browser is led on, a script is told.
 *
 * @param home where to go on to after a form, which is not sent again
 * @returns null if nobody is signed in: then the visitor is sent to the sign-in page
 * @throws Unauthorized for who asks for JSON
 */
export function signedIn(call: Call, home = '/settings'): SignedIn | null {
  const { user, sessionId } = call.visitor
  if (user !== null && sessionId !== null) return { ...call, user, sessionId }
  if (wantsJson(call)) throw new Unauthorized('Please sign in first')
  goTo(call.reply, signInAddress(call.request.method === 'GET' ? call.request.url : home))
  return null
}
