import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { spendMail } from '../../../features/identity/mail-limits.ts'
import {
  isResetToken,
  requestPasswordReset,
  resetPassword,
} from '../../../features/identity/password-changes.ts'
import { PASSWORD_LENGTH } from '../../../features/identity/passwords.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField, field, notice, problemsOf } from '../frame/forms.ts'
import type { FrontDoor } from '../frame/visitor.ts'
import { type Call, formRoute, type Pages, pageRoute, showPage, textOf } from '../pages.ts'
import { leaveAccount } from './accounts-here.ts'
import { addAddress } from './accounts-here-pages.ts'

export const passwordPages: Pages = (server, app, door) => {
  // password managers open this address
  // https://w3c.github.io/webappsec-change-password-url/
  server.get('/.well-known/change-password', (_request, reply) => reply.redirect('/auth/edit', 302))

  pageRoute(server, door, '/auth/password/new', (call) => showRequestForm(app, call, false))

  formRoute(server, door, {
    url: '/auth/password/new',
    limits: ['password_reset'],
    async submit(call) {
      const email = textOf(call.request.body, 'user', 'email')
      await spendMail(call.request, 'password', email)
      await app.transact((tx) => requestPasswordReset(tx, email))
      return showRequestForm(app, call, true)
    },
  })

  pageRoute(server, door, '/auth/password/edit', async (call) => {
    const token = textOf(call.request.query, 'reset_password_token')
    return (await isResetToken(app, token))
      ? showResetForm(app, call, token, {})
      : showStale(app, call)
  })

  formRoute(server, door, {
    url: '/auth/password/edit',
    limits: ['password_reset'],
    submit: (call) => submitReset(app, door, call),
  })
}

async function showRequestForm(app: App, call: Call, sent: boolean): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('Forgot your password?')}</h1>
${sent && notice('success', t('If an account has this address, a mail with a link is on its way to it.'))}
<p>${t('Tell us the e-mail address of your account, and we send you a link to choose a new password.')}</p>
<form method="post" action="/auth/password/new" class="stack">
${csrfField(call.visitor)}
${field({ id: 'user_email', name: 'user[email]', label: t('E-mail address'), type: 'email', autocomplete: 'email', required: true, value: textOf(call.request.body, 'user', 'email') })}
<button class="button primary wide">${t('Send the link')}</button>
</form>
<p class="links"><a href="/auth/sign_in">${t('Back to sign-in')}</a></p>
</div>`
  return showPage(app, call, { title: t('Forgot your password?'), body, bare: true })
}

async function submitReset(app: App, door: FrontDoor, call: Call): Promise<FastifyReply> {
  const { request } = call
  const token = textOf(request.body, 'reset_password_token')
  try {
    const done = await resetPassword(app, token, textOf(request.body, 'user', 'password'))
    if (!done) return showStale(app, call)
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    return showResetForm(app, call, token, error.fields)
  }
  const next = await leaveAccount(app, door, call)
  const body = html`<div class="card">
<h1>${t('Your password was changed')}</h1>
<p>${t('Every app and browser was signed out. Sign in again with the new password.')}</p>
<p><a class="button primary wide" href="${addAddress(null, next !== null)}">${t('Sign in')}</a></p>
</div>`
  return showPage(app, call, { title: t('Your password was changed'), body, bare: true })
}

async function showResetForm(
  app: App,
  call: Call,
  token: string,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const problems = problemsOf(errors, { password: 'user_password' })
  const error = problems.of('password')
  const body = html`<div class="card">
<h1>${t('Choose a new password')}</h1>
${problems.summary}
<form method="post" action="/auth/password/edit" class="stack" novalidate>
${csrfField(call.visitor)}
<input type="hidden" name="reset_password_token" value="${token}">
${field({ id: 'user_password', name: 'user[password]', label: t('New password'), type: 'password', autocomplete: 'new-password', required: true, minlength: PASSWORD_LENGTH.min, maxlength: PASSWORD_LENGTH.max, hint: t('At least {min} characters. Every app and browser will be signed out.', { min: PASSWORD_LENGTH.min }), error })}
<button class="button primary wide">${t('Set the new password')}</button>
</form>
</div>`
  const status = error === undefined ? 200 : 422
  return showPage(app, call, { title: t('Choose a new password'), body, status, bare: true })
}

async function showStale(app: App, call: Call): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('This link does not work any more')}</h1>
<p>${t('It is older than six hours, was used before, or a newer one was sent.')}</p>
<p><a class="button primary wide" href="/auth/password/new">${t('Get a new link')}</a></p>
</div>`
  const title = t('This link does not work any more')
  return showPage(app, call, { title, body, status: 422, bare: true })
}
