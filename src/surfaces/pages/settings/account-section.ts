import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { spendMail } from '../../../features/identity/mail-limits.ts'
import {
  changePassword,
  checkCurrentPassword,
} from '../../../features/identity/password-changes.ts'
import { PASSWORD_LENGTH } from '../../../features/identity/passwords.ts'
import {
  changeEmail,
  demandsConfirmation,
} from '../../../features/identity/sign-up/confirmation.ts'
import { mayInvite } from '../../../features/invites/invites.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, field, notice, problemsOf } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { Visitor } from '../frame/visitor.ts'
import { goTo, textOf } from '../pages.ts'
import { type Addresses, addressesOf, givenPassword, passwordField } from './password-check.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/settings/account'

export const accountSection: SettingsSection = {
  path: PATH,
  title: t('Account'),
  summary: t('E-mail address and password'),
  group: 'account',
  alsoAt: ['/auth/edit'],
  register(frame) {
    const { app } = frame
    frame.page({
      show: (caller) =>
        showAccount(frame, caller, {}, DONE[textOf(caller.request.query, 'done')] ?? null),
    })
    frame.form({
      path: `${PATH}/password`,
      limits: ['sign_in'],
      submit: (caller) =>
        submit(frame, caller, 'password', async (currentPassword) => {
          const newPassword = textOf(caller.request.body, 'user', 'password')
          const { userId } = caller.user
          const { sessionId } = caller
          await changePassword(app, { userId, currentPassword, newPassword, sessionId })
        }),
    })
    frame.form({
      path: `${PATH}/email`,
      limits: ['sign_in', 'confirmations'],
      submit: (caller) =>
        submit(frame, caller, 'email', async (currentPassword) => {
          const { userId } = caller.user
          await checkCurrentPassword(app, userId, currentPassword)
          const email = textOf(caller.request.body, 'user', 'email')
          const confirm = await demandsConfirmation(app)
          if (confirm) await spendMail(caller.request, 'confirmation', email)
          await app.transact((tx) => changeEmail(tx, { userId, email, confirm }))
        }),
    })
  },
}

/** Forms of the page. */
type Part = 'email' | 'password'

const DONE: Record<string, Text> = {
  password: t('Your password was changed. Every other browser and every app was signed out.'),
  email: t('Your e-mail address was changed, or will be once you followed the link we sent to it.'),
}

async function submit(
  frame: SettingsFrame,
  caller: SignedIn,
  part: Part,
  change: (currentPassword: string) => Promise<void>,
): Promise<FastifyReply> {
  const password = await givenPassword(frame.app, caller)
  try {
    await change(password)
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    return showAccount(frame, caller, { [part]: error.fields }, null)
  }
  return goTo(caller.reply, `${PATH}?done=${part}`)
}

async function showAccount(
  frame: SettingsFrame,
  caller: SignedIn,
  errors: Partial<Record<Part, FieldErrors>>,
  done: Text | null,
): Promise<FastifyReply> {
  const { user, visitor } = caller
  const addresses = await addressesOf(frame.app, caller)
  const typed = textOf(caller.request.body, 'user', 'email')
  const body = html`<p class="muted break">@${user.username}@${frame.app.config.handleDomain}</p>
${done && notice('success', done)}
${emailCard(visitor, addresses, errors.email ?? {}, typed)}
${passwordCard(visitor, user, errors.password ?? {})}
${mayInvite(user) && INVITE_CARD}`
  const status = Object.keys(errors).length === 0 ? 200 : 422
  return frame.show(caller, { body, status })
}

const INVITE_CARD = html`<section class="card" aria-labelledby="invite-title">
<h2 id="invite-title">${t('Invite people')}</h2>
<p>${t('Send a link to people whom you would like to have here.')}</p>
<p><a class="button secondary" href="/invites">${t('Invitations')}</a></p>
</section>`

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
<h2 id="email-title">${t('E-mail address')}</h2>
<p class="break">${rich('Now: {email}', { email: html`<strong>${email}</strong>` })}</p>
${waiting && notice('info', html`${rich('We sent a link to {waiting}. Follow it to use that address.', { waiting: html`<strong class="break">${waiting}</strong>` })}`)}
${problems.summary}
<form method="post" action="${PATH}/email" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: ids.email, name: 'user[email]', label: t('New e-mail address'), type: 'email', autocomplete: 'email', required: true, value: failed ? typed : '', error: problems.of('email') })}
${passwordField(ids.current_password, problems.of('current_password'))}
<button class="button primary">${t('Change the address')}</button>
</form>
</section>`
}

function passwordCard(visitor: Visitor, user: Viewer, errors: FieldErrors): SafeHtml {
  const ids = { password: 'user_password', current_password: 'user_current_password' }
  const problems = problemsOf(errors, ids)
  return html`<section class="card" aria-labelledby="password-title">
<h2 id="password-title">${t('Password')}</h2>
${problems.summary}
<form method="post" action="${PATH}/password" class="stack" novalidate>
${csrfField(visitor)}
<input type="text" name="username" value="${user.username}" autocomplete="username" hidden>
${passwordField(ids.current_password, problems.of('current_password'))}
${field({ id: ids.password, name: 'user[password]', label: t('New password'), type: 'password', autocomplete: 'new-password', required: true, minlength: PASSWORD_LENGTH.min, maxlength: PASSWORD_LENGTH.max, hint: t('At least {min} characters. Every other browser and every app will be signed out.', { min: PASSWORD_LENGTH.min }), error: problems.of('password') })}
<button class="button primary">${t('Change the password')}</button>
</form>
</section>`
}
