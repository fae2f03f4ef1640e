import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { clientAddress } from '../http/client-address.ts'
import { spendKey } from '../http/rate-limits/limiter.ts'
import { registrationsOpen } from '../instance/registrations.ts'
import { settings } from '../instance/settings.ts'
import { addressKey } from '../oauth/email-address.ts'
import { listPasskeys } from '../oauth/passkeys/passkeys.ts'
import { completeWithCode, findSecondStep, startSecondStep } from '../oauth/second-step.ts'
import { endSession, startSession } from '../oauth/sessions.ts'
import {
  barrierTo,
  findSignInUser,
  findUserByLogin,
  type LetIn,
  letsIn,
  type SignInRefusal,
  type SignInUser,
  signInRefusal,
} from '../oauth/sign-in.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { HOME, STRIKES } from './account-links.ts'
import { divideSessions, isAdding, rememberSessions } from './accounts-here.ts'
import { accountsToGoOnWith, addAddress, chooseAddress, isFullHere } from './accounts-here-pages.ts'
import { csrfField, field, notice } from './forms.ts'
import { ownPath } from './own-path.ts'
import {
  type Call,
  formRoute,
  goTo,
  type Pages,
  pageRoute,
  showPage,
  signInAddress,
  textOf,
} from './pages.ts'
import { passkeyForm } from './passkey-forms.ts'
import { type PasskeyRefusal, passkeySignIn } from './passkey-sign-in.ts'
import { showSecondStep } from './second-step-pages.ts'
import { browserOf, type FrontDoor } from './visitor.ts'
import { forgetWayBack, keepsCookies, keepWayBack, wayBack } from './way-back.ts'

export const signInPages: Pages = (server, app, door) => {
  pageRoute(server, door, '/auth/sign_in', async (call) => {
    const { request, reply, visitor } = call
    if (makesBare(app, call)) return goTo(reply, bareAddress(call))
    const returnTo = wayBack(request)
    const adding = isAdding(request.query)
    if (adding && (await isFullHere(app, call))) return goTo(reply, chooseAddress(returnTo))
    const force = textOf(request.query, 'force') !== '' || adding
    if (visitor.user !== null && !force) {
      forgetWayBack(app, call)
      return goTo(reply, returnTo ?? HOME)
    }
    if (visitor.barred !== null && !force) return goTo(reply, strikesOr(returnTo))
    return showForm(app, call, { returnTo, login: '', refusal: null })
  })

  passkeySignIn(server, app, {
    door,
    async admit(call, userId, refusal) {
      await signInUser(app, door, call, userId)
      const returnTo = ownPath(textOf(call.request.body, 'return_to'))
      return goTo(call.reply, placeFor(refusal, returnTo))
    },
    refuse(call, refusal) {
      const returnTo = ownPath(textOf(call.request.body, 'return_to'))
      return showForm(app, call, { returnTo, login: '', refusal })
    },
  })

  formRoute(server, door, {
    url: '/auth/sign_in',
    limits: ['sign_in'],
    submit: (call) => submit(app, door, call),
  })
}

/** Whether the way back went from the address to a cookie. */
function makesBare(app: App, { request, reply }: Call): boolean {
  const asked = textOf(request.query, 'return_to')
  return asked !== '' && keepsCookies(request) && keepWayBack(app, reply, ownPath(asked))
}

/** The address that was asked for, without its way back. */
function bareAddress({ request }: Call): string {
  if (isAdding(request.query)) return addAddress(null, true)
  return signInAddress(null, textOf(request.query, 'force') !== '')
}

async function submit(app: App, door: FrontDoor, call: Call): Promise<FastifyReply> {
  const { request, reply } = call
  const token = textOf(request.body, 'sign_in_step')
  if (token !== '') return submitCode(app, door, call, token)
  const login = textOf(request.body, 'user', 'email')
  const returnTo = ownPath(textOf(request.body, 'return_to'))
  const user = await findUserByLogin(app.db, login)
  // by name and by address one account has one count (A45)
  spendKey(request, 'sign_in_email', user?.email ?? addressKey(login))
  const refusal = await signInRefusal(app, user, textOf(request.body, 'user', 'password'))
  if (user === null) return showForm(app, call, { returnTo, login, refusal: 'wrong' })
  if (!letsIn(refusal)) return showForm(app, call, { returnTo, login, refusal })
  if (user.otp_enabled_at !== null) {
    const step = await startSecondStep(app, user.id, browserOf(call.visitor))
    // clients that know the code ask for everything at once
    if (codeOf(call) !== '') return submitCode(app, door, call, step)
    return askForCode(app, call, { token: step, userId: user.id, problem: null })
  }
  await signInUser(app, door, call, user.id)
  return goTo(reply, placeFor(refusal, returnTo))
}

/** The second step: whoever gave the password gives a code. */
async function submitCode(
  app: App,
  door: FrontDoor,
  call: Call,
  token: string,
): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const returnTo = ownPath(textOf(request.body, 'return_to'))
  const proof = { browser: browserOf(visitor), token }
  const userId = await findSecondStep(app, proof)
  const user = userId === null ? null : await findSignInUser(app.db, userId)
  if (user === null) return showForm(app, call, { returnTo, login: '', refusal: 'late' })
  spendKey(request, 'two_factor', user.id)
  const refusal = barrierTo(user)
  if (!letsIn(refusal)) return showForm(app, call, { returnTo, login: '', refusal })
  if (!(await completeWithCode(app, proof, { userId: user.id, code: codeOf(call) }))) {
    const problem = 'This code is wrong, or was used before.'
    return askForCode(app, call, { token, userId: user.id, problem })
  }
  await signInUser(app, door, call, user.id)
  return goTo(reply, placeFor(refusal, returnTo))
}

/** Where somebody goes who is let in: who is suspended or frozen to what was decided about them. */
function placeFor(refusal: SignInRefusal | null, returnTo: string | null): string {
  return refusal === null ? (returnTo ?? HOME) : strikesOr(returnTo)
}

function strikesOr(returnTo: string | null): string {
  return returnTo !== null && /^\/(settings|disputes)\/strikes\b/.test(returnTo)
    ? returnTo
    : STRIKES
}

function codeOf({ request }: Call): string {
  return textOf(request.body, 'user', 'otp_attempt')
}

async function askForCode(
  app: App,
  call: Call,
  step: { token: string; userId: string; problem: string | null },
): Promise<FastifyReply> {
  const { token, userId, problem } = step
  const returnTo = ownPath(textOf(call.request.body, 'return_to'))
  const passkey = (await listPasskeys(app.db, userId)).length > 0
  return showSecondStep(app, call, { token, problem, returnTo, passkey })
}

/** Starts a session for the browser that asks, beside those that it keeps. */
export async function signInUser(
  app: App,
  door: FrontDoor,
  call: Call,
  userId: SignInUser['id'],
): Promise<void> {
  const { request, reply, visitor } = call
  const { kept, ended } = await divideSessions(app, call, userId)
  const { cookie: current } = visitor
  const session = {
    userId,
    ip: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? null,
    replaces: current !== null && kept.includes(current) ? null : current,
  }
  const cookie = await app.transact(async (tx) => {
    for (const one of ended) await endSession(tx, one)
    return startSession(tx, session)
  })
  door.admit(reply, cookie)
  forgetWayBack(app, call)
  if (kept.length + ended.length > 0) rememberSessions(app, reply, [...kept, cookie])
}

interface SignInForm {
  returnTo: string | null
  login: string
  refusal: Refusal | null
}

/** What the forms of signing in carry on. */
function carriedFields(returnTo: string | null, adding: boolean): SafeHtml {
  return html`${returnTo && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${adding && html`<input type="hidden" name="add" value="1">`}`
}

type Refusal = Exclude<PasskeyRefusal, LetIn> | 'late'

async function showForm(app: App, call: Call, form: SignInForm): Promise<FastifyReply> {
  const { returnTo, login, refusal } = form
  const current = await app.cached.get(settings)
  const suffix = returnTo === null ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
  const adding = isAdding(call.request.query) || isAdding(call.request.body)
  const carried = carriedFields(returnTo, adding)
  const title = adding ? 'Add an account' : 'Sign in'
  const body = html`<div class="card">
<h1>${title}</h1>
<p class="muted">to your account at ${app.config.handleDomain}</p>
${refusal && refusalNotice(refusal)}
${!adding && (await accountsToGoOnWith(app, call, returnTo))}
<form method="post" action="/auth/sign_in" class="stack">
${csrfField(call.visitor)}
${carried}
${field({ id: 'user_email', name: 'user[email]', label: 'E-mail address or username', value: login, autocomplete: 'username', required: true })}
${field({ id: 'user_password', name: 'user[password]', label: 'Password', type: 'password', autocomplete: 'current-password', required: true })}
<button class="button primary wide">Sign in</button>
</form>
${passkeyForm(call.visitor, { kind: 'get', action: '/auth/sign_in/passkey', options: '/auth/sign_in/passkey/options', button: 'Sign in with a passkey', fields: carried })}
<p class="links"><a href="/auth/password/new">Forgot your password?</a>${!adding && registrationsOpen(current) && html` <a href="/auth/sign_up${suffix}">Create an account</a>`}${adding && html` <a href="${chooseAddress(returnTo)}">Accounts in this browser</a>`}</p>
</div>`
  const status = refusal === null ? 200 : 422
  // a client may have opened this page in a window that it waits for
  return showPage(app, call, {
    title,
    body,
    status,
    headers: { popup: true },
    script: 'passkeys.js',
    bare: true,
  })
}

const REFUSALS: Record<Refusal, SafeHtml> = {
  passkey: html`This passkey does not sign in here. Use another one, or your password.`,
  late: html`This took too long. Please sign in again.`,
  wrong: html`The address, username or password is wrong.`,
  unconfirmed: html`Please confirm your e-mail address first: we sent you a link. <a href="/auth/confirmation/new">Send it again</a>`,
  unapproved: html`Your request to join has not been looked at yet. You will get a mail once it is approved.`,
}

function refusalNotice(refusal: Refusal): SafeHtml {
  if (refusal === 'wrong' || refusal === 'passkey')
    return html`<div class="notice danger" role="alert">${REFUSALS[refusal]}</div>`
  return notice('warning', REFUSALS[refusal])
}
