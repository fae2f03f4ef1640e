import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../accounts/field-errors.ts'
import type { App } from '../app.ts'
import { spendKey } from '../http/rate-limits/limiter.ts'
import type { Viewer } from '../http/routes.ts'
import { changeEmail, demandsConfirmation } from '../oauth/confirmation.ts'
import { changePassword, checkCurrentPassword } from '../oauth/password-changes.ts'
import { PASSWORD_LENGTH } from '../oauth/passwords.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { csrfField, field, notice, problemsOf } from './forms.ts'
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
import type { Visitor } from './visitor.ts'

const URL_PATH = '/auth/edit'

/** A page's call with somebody signed in behind it. */
export interface SignedIn extends Call {
  user: Viewer
  sessionId: string
}

/** @returns null if nobody is signed in: then the visitor is sent to the sign-in page */
export function signedIn(call: Call): SignedIn | null {
  const { user, sessionId } = call.visitor
  if (user !== null && sessionId !== null) return { ...call, user, sessionId }
  goTo(call.reply, signInAddress(call.request.method === 'GET' ? call.request.url : URL_PATH))
  return null
}

export const accountPages: Pages = (server, app, door) => {
  pageRoute(server, door, URL_PATH, async (call) => {
    const caller = signedIn(call)
    if (caller === null) return call.reply
    return showAccount(app, caller, {}, DONE[textOf(call.request.query, 'done')] ?? null)
  })

  formRoute(server, door, {
    url: URL_PATH,
    limits: ['sign_in'],
    submit: (call) =>
      submit(app, call, 'password', async ({ user, sessionId }, currentPassword) => {
        const newPassword = textOf(call.request.body, 'user', 'password')
        const { userId } = user
        await changePassword(app, { userId, currentPassword, newPassword, sessionId })
      }),
  })

  formRoute(server, door, {
    url: `${URL_PATH}/email`,
    limits: ['sign_in', 'confirmations'],
    submit: (call) =>
      submit(app, call, 'email', async ({ user: { userId } }, currentPassword) => {
        await checkCurrentPassword(app, userId, currentPassword)
        const email = textOf(call.request.body, 'user', 'email')
        const confirm = await demandsConfirmation(app)
        await app.transact((tx) => changeEmail(tx, { userId, email, confirm }))
      }),
  })
}

/** Which of the page's forms. */
type Part = 'email' | 'password'

const DONE: Record<string, string> = {
  password: 'Your password was changed. Every other browser and every app was signed out.',
  email: 'Your e-mail address was changed, or will be once you followed the link we sent to it.',
}

async function submit(
  app: App,
  call: Call,
  part: Part,
  change: (caller: SignedIn, currentPassword: string) => Promise<void>,
): Promise<FastifyReply> {
  const caller = signedIn(call)
  if (caller === null) return call.reply
  // counted together with signing in: it is the same password (A45)
  spendKey(call.request, 'sign_in_email', (await addressesOf(app, caller)).email)
  try {
    await change(caller, textOf(call.request.body, 'user', 'current_password'))
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    return showAccount(app, caller, { [part]: error.fields }, null)
  }
  return goTo(call.reply, `${URL_PATH}?done=${part}`)
}

async function showAccount(
  app: App,
  caller: SignedIn,
  errors: Partial<Record<Part, FieldErrors>>,
  done: string | null,
): Promise<FastifyReply> {
  const { user, visitor } = caller
  const addresses = await addressesOf(app, caller)
  const body = html`<h1>Your account</h1>
<p class="muted break">@${user.username}@${app.config.handleDomain}</p>
${done && notice('success', done)}
${emailCard(visitor, addresses, errors.email ?? {}, textOf(caller.request.body, 'user', 'email'))}
${passwordCard(visitor, user, errors.password ?? {})}
<section class="card" aria-labelledby="apps-title">
<h2 id="apps-title">Apps</h2>
<p>See which apps may use your account, and take that back.</p>
<p class="buttons"><a class="button secondary" href="/oauth/authorized_applications">Authorized apps</a><a class="button secondary" href="/welcome">Connect an app</a></p>
</section>`
  const status = Object.keys(errors).length === 0 ? 200 : 422
  return showPage(app, caller, { title: 'Your account', body, status })
}

interface Addresses {
  email: string
  /** waits for its confirmation */
  unconfirmed_email: string | null
}

async function addressesOf(app: App, { user }: SignedIn): Promise<Addresses> {
  return app.db
    .selectFrom('local_user')
    .select(['email', 'unconfirmed_email'])
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
}

function emailCard(
  visitor: Visitor,
  addresses: Addresses,
  errors: FieldErrors,
  typed: string,
): SafeHtml {
  const ids = { email: 'user_email', current_password: 'email_current_password' }
  const problems = problemsOf(errors, ids)
  const failed = Object.keys(errors).length > 0
  const { email, unconfirmed_email: waiting } = addresses
  return html`<section class="card" aria-labelledby="email-title">
<h2 id="email-title">E-mail address</h2>
<p class="break">Now: <strong>${email}</strong></p>
${waiting && notice('info', html`We sent a link to <strong class="break">${waiting}</strong>. Follow it to use that address.`)}
${problems.summary}
<form method="post" action="${URL_PATH}/email" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: ids.email, name: 'user[email]', label: 'New e-mail address', type: 'email', autocomplete: 'email', required: true, value: failed ? typed : '', error: problems.of('email') })}
${field({ id: ids.current_password, name: 'user[current_password]', label: 'Current password', type: 'password', autocomplete: 'current-password', required: true, error: problems.of('current_password') })}
<button class="button primary">Change the address</button>
</form>
</section>`
}

function passwordCard(visitor: Visitor, user: Viewer, errors: FieldErrors): SafeHtml {
  const ids = { password: 'user_password', current_password: 'user_current_password' }
  const problems = problemsOf(errors, ids)
  return html`<section class="card" aria-labelledby="password-title">
<h2 id="password-title">Password</h2>
${problems.summary}
<form method="post" action="${URL_PATH}" class="stack" novalidate>
${csrfField(visitor)}
<input type="text" name="username" value="${user.username}" autocomplete="username" hidden>
${field({ id: ids.current_password, name: 'user[current_password]', label: 'Current password', type: 'password', autocomplete: 'current-password', required: true, error: problems.of('current_password') })}
${field({ id: ids.password, name: 'user[password]', label: 'New password', type: 'password', autocomplete: 'new-password', required: true, minlength: PASSWORD_LENGTH.min, maxlength: PASSWORD_LENGTH.max, hint: `At least ${PASSWORD_LENGTH.min} characters. Every other browser and every app will be signed out.`, error: problems.of('password') })}
<button class="button primary">Change the password</button>
</form>
</section>`
}
