import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { clientAddress } from '../http/client-address.ts'
import { spendKey } from '../http/rate-limits/limiter.ts'
import { registrationsOpen } from '../instance/registrations.ts'
import { settings } from '../instance/settings.ts'
import { endSession, startSession } from '../oauth/sessions.ts'
import {
  findUserByLogin,
  type SignInRefusal,
  type SignInUser,
  signInRefusal,
} from '../oauth/sign-in.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { csrfField, field, notice } from './forms.ts'
import {
  type Call,
  formRoute,
  goTo,
  HOME,
  type Pages,
  pageRoute,
  returnPath,
  showPage,
  textOf,
} from './pages.ts'
import type { FrontDoor } from './visitor.ts'

export const signInPages: Pages = (server, app, door) => {
  pageRoute(server, door, '/auth/sign_in', async (call) => {
    const { request, reply, visitor } = call
    const returnTo = returnPath(app, textOf(request.query, 'return_to'))
    const force = textOf(request.query, 'force') !== ''
    if (visitor.user !== null && !force) return goTo(reply, returnTo ?? HOME)
    return showForm(app, call, { returnTo, login: '', refusal: null })
  })

  formRoute(server, door, {
    url: '/auth/sign_in',
    limits: ['sign_in'],
    submit: (call) => submit(app, door, call),
  })

  formRoute(server, door, {
    url: '/auth/sign_out',
    async submit({ reply, visitor }) {
      const { cookie } = visitor
      if (cookie !== null) await app.transact((tx) => endSession(tx, cookie))
      door.dismiss(reply)
      return goTo(reply, '/auth/sign_in')
    },
  })
}

async function submit(app: App, door: FrontDoor, call: Call): Promise<FastifyReply> {
  const { request, reply } = call
  const login = textOf(request.body, 'user', 'email')
  const returnTo = returnPath(app, textOf(request.body, 'return_to'))
  const user = await findUserByLogin(app.db, login)
  // by name and by address one account has one count (A45)
  spendKey(request, 'sign_in_email', user?.email ?? login)
  const refusal = await signInRefusal(app, user, textOf(request.body, 'user', 'password'))
  if (refusal !== null || user === null) {
    return showForm(app, call, { returnTo, login, refusal: refusal ?? 'wrong' })
  }
  await signInUser(app, door, call, user.id)
  return goTo(reply, returnTo ?? HOME)
}

/** Starts a session for the browser that asks. */
export async function signInUser(
  app: App,
  door: FrontDoor,
  { request, reply, visitor }: Call,
  userId: SignInUser['id'],
): Promise<void> {
  const session = {
    userId,
    ip: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? null,
    replaces: visitor.cookie,
  }
  door.admit(reply, await app.transact((tx) => startSession(tx, session)))
}

interface SignInForm {
  returnTo: string | null
  login: string
  refusal: SignInRefusal | null
}

async function showForm(app: App, call: Call, form: SignInForm): Promise<FastifyReply> {
  const { returnTo, login, refusal } = form
  const current = await app.cached.get(settings)
  const suffix = returnTo === null ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
  const body = html`<div class="card">
<h1>Sign in</h1>
<p class="muted">to your account at ${app.config.handleDomain}</p>
${refusal && refusalNotice(refusal)}
<form method="post" action="/auth/sign_in" class="stack">
${csrfField(call.visitor)}
${returnTo && html`<input type="hidden" name="return_to" value="${returnTo}">`}
${field({ id: 'user_email', name: 'user[email]', label: 'E-mail address or username', value: login, autocomplete: 'username', required: true })}
${field({ id: 'user_password', name: 'user[password]', label: 'Password', type: 'password', autocomplete: 'current-password', required: true })}
<button class="button primary wide">Sign in</button>
</form>
<p class="links"><a href="/auth/password/new">Forgot your password?</a>${registrationsOpen(current) && html` <a href="/auth/sign_up${suffix}">Create an account</a>`}</p>
</div>`
  const status = refusal === null ? 200 : 422
  // a client may have opened this page in a window that it waits for
  return showPage(app, call, {
    title: 'Sign in',
    body,
    status,
    headers: { popup: true },
    bare: true,
  })
}

const REFUSALS: Record<SignInRefusal, SafeHtml> = {
  wrong: html`The address, username or password is wrong.`,
  unconfirmed: html`Please confirm your e-mail address first: we sent you a link. <a href="/auth/confirmation/new">Send it again</a>`,
  unapproved: html`Your request to join has not been looked at yet. You will get a mail once it is approved.`,
  disabled: html`Signing in to this account is switched off. Please turn to the people who run this server.`,
  suspended: html`This account is suspended. Please turn to the people who run this server.`,
}

function refusalNotice(refusal: SignInRefusal): SafeHtml {
  if (refusal === 'wrong')
    return html`<div class="notice danger" role="alert">${REFUSALS.wrong}</div>`
  return notice('warning', REFUSALS[refusal])
}
