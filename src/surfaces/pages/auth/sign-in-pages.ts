import type { FastifyReply } from 'fastify'
import { addressKey } from '../../../features/identity/email-address.ts'
import { listPasskeys } from '../../../features/identity/passkeys/passkeys.ts'
import {
  completeWithCode,
  findSecondStep,
  startSecondStep,
} from '../../../features/identity/second-step.ts'
import { endSession, startSession } from '../../../features/identity/sessions.ts'
import {
  barrierTo,
  findSignInUser,
  findUserByLogin,
  type LetIn,
  letsIn,
  type SignInRefusal,
  type SignInUser,
  signInRefusal,
} from '../../../features/identity/sign-in.ts'
import { registrationsOpen } from '../../../features/instance/registrations.ts'
import { settings } from '../../../features/instance/settings.ts'
import type { App } from '../../../kernel/core/app.ts'
import { clientAddress } from '../../../kernel/http/client-address.ts'
import { spendKey } from '../../../kernel/http/rate-limits/limiter.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { HOME, STRIKES } from '../frame/account-links.ts'
import { csrfField, field, notice } from '../frame/forms.ts'
import { ownPath } from '../frame/own-path.ts'
import { browserOf, type FrontDoor } from '../frame/visitor.ts'
import {
  type Call,
  formRoute,
  goTo,
  type Pages,
  pageRoute,
  showPage,
  signInAddress,
  textOf,
} from '../pages.ts'
import { divideSessions, isAdding, rememberSessions } from './accounts-here.ts'
import { accountsToGoOnWith, addAddress, chooseAddress, isFullHere } from './accounts-here-pages.ts'
import { passkeyForm } from './passkey-forms.ts'
import { type PasskeyRefusal, passkeySignIn } from './passkey-sign-in.ts'
import { showSecondStep } from './second-step-pages.ts'
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

/** Moves the return path from the address to a cookie. @returns whether it did */
function makesBare(app: App, { request, reply }: Call): boolean {
  const asked = textOf(request.query, 'return_to')
  return asked !== '' && keepsCookies(request) && keepWayBack(app, reply, ownPath(asked))
}

/** The requested address without its return path. */
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
  // the same counter applies to the login name and to the e-mail address of an account (A45)
  await spendKey(request, 'sign_in_email', user?.email ?? addressKey(login))
  const refusal = await signInRefusal(app, user, textOf(request.body, 'user', 'password'))
  if (user === null) return showForm(app, call, { returnTo, login, refusal: 'wrong' })
  if (!letsIn(refusal)) return showForm(app, call, { returnTo, login, refusal })
  if (user.otp_enabled_at !== null) {
    const step = await startSecondStep(app, user.id, browserOf(call.visitor))
    // clients that know the second factor send login, password and code at once
    if (codeOf(call) !== '') return submitCode(app, door, call, step)
    return askForCode(app, call, { token: step, userId: user.id, problem: null })
  }
  await signInUser(app, door, call, user.id)
  return goTo(reply, placeFor(refusal, returnTo))
}

/** Checks the code of the second step, after a correct password. */
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
  await spendKey(request, 'two_factor', user.id)
  const refusal = barrierTo(user)
  if (!letsIn(refusal)) return showForm(app, call, { returnTo, login: '', refusal })
  if (!(await completeWithCode(app, proof, { userId: user.id, code: codeOf(call) }))) {
    const problem = t('This code is wrong, or was used before.')
    return askForCode(app, call, { token, userId: user.id, problem })
  }
  await signInUser(app, door, call, user.id)
  return goTo(reply, placeFor(refusal, returnTo))
}

/** Address after signing in; suspended and frozen users go to the decision about them. */
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
  step: { token: string; userId: string; problem: Text | null },
): Promise<FastifyReply> {
  const { token, userId, problem } = step
  const returnTo = ownPath(textOf(call.request.body, 'return_to'))
  const passkey = (await listPasskeys(app.db, userId)).length > 0
  return showSecondStep(app, call, { token, problem, returnTo, passkey })
}

/** Starts a session for this browser, beside the sessions that it keeps. */
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

/** Hidden fields that the sign-in forms repeat. */
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
  const title = adding ? t('Add an account') : t('Sign in')
  const body = html`<div class="card">
<h1>${title}</h1>
<p class="muted">${t('to your account at {handleDomain}', { handleDomain: app.config.handleDomain })}</p>
${refusal && refusalNotice(refusal)}
${!adding && (await accountsToGoOnWith(app, call, returnTo))}
<form method="post" action="/auth/sign_in" class="stack">
${csrfField(call.visitor)}
${carried}
${field({ id: 'user_email', name: 'user[email]', label: t('E-mail address or username'), value: login, autocomplete: 'username', required: true })}
${field({ id: 'user_password', name: 'user[password]', label: t('Password'), type: 'password', autocomplete: 'current-password', required: true })}
<button class="button primary wide">${t('Sign in')}</button>
</form>
${passkeyForm(call.visitor, { kind: 'get', action: '/auth/sign_in/passkey', options: '/auth/sign_in/passkey/options', button: t('Sign in with a passkey'), fields: carried })}
<p class="links"><a href="/auth/password/new">${t('Forgot your password?')}</a>${!adding && registrationsOpen(current) && html` <a href="/auth/sign_up${suffix}">${t('Create an account')}</a>`}${adding && html` <a href="${chooseAddress(returnTo)}">${t('Accounts in this browser')}</a>`}</p>
</div>`
  const status = refusal === null ? 200 : 422
  // a client may have opened this page in a popup and wait for it
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
  passkey: html`${t('This passkey does not sign in here. Use another one, or your password.')}`,
  late: html`${t('This took too long. Please sign in again.')}`,
  wrong: html`${t('The address, username or password is wrong.')}`,
  unconfirmed: html`${rich('Please confirm your e-mail address first: we sent you a link. <link>Send it again</link>', { link: (text: SafeHtml) => html`<a href="/auth/confirmation/new">${text}</a>` })}`,
  unapproved: html`${t('Your request to join has not been looked at yet. You will get a mail once it is approved.')}`,
}

function refusalNotice(refusal: Refusal): SafeHtml {
  if (refusal === 'wrong' || refusal === 'passkey')
    return html`<div class="notice danger" role="alert">${REFUSALS[refusal]}</div>`
  return notice('warning', REFUSALS[refusal])
}
