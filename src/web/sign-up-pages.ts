import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../accounts/field-errors.ts'
import type { App } from '../app.ts'
import { clientAddress } from '../http/client-address.ts'
import { localeOf } from '../http/locale.ts'
import { spend } from '../http/rate-limits/limiter.ts'
import { approvalRequired, reasonRequired, registrationsOpen } from '../instance/registrations.ts'
import { type RuleEntity, rules } from '../instance/rules.ts'
import { type Settings, settings } from '../instance/settings.ts'
import { findInvitation, type Invitation, signUpWithCode } from '../invites/sign-up.ts'
import { PASSWORD_LENGTH } from '../oauth/passwords.ts'
import { type NewUser, REASON_LENGTH } from '../oauth/sign-up.ts'
import { html, raw, type SafeHtml } from '../text/html.ts'
import { sanitizeStatusHtml } from '../text/sanitize.ts'
import { MAX_USERNAME_LENGTH } from '../text/username.ts'
import { HOME } from './account-links.ts'
import { csrfField, field, type Problems, problemsOf } from './forms.ts'
import { ownPath } from './own-path.ts'
import { type Call, formRoute, goTo, type Pages, pageRoute, showPage, textOf } from './pages.ts'
import { signInUser } from './sign-in-pages.ts'
import type { FrontDoor } from './visitor.ts'

const URL_PATH = '/auth/sign_up'

export const signUpPages: Pages = (server, app, door) => {
  pageRoute(server, door, URL_PATH, async (call) => {
    const returnTo = ownPath(textOf(call.request.query, 'return_to'))
    if (call.visitor.user !== null) return goTo(call.reply, returnTo ?? HOME)
    const inviteCode = textOf(call.request.query, 'invite_code')
    return showForm(app, call, { ...EMPTY, returnTo, inviteCode }, {})
  })

  formRoute(server, door, {
    url: URL_PATH,
    limits: ['sign_in'],
    submit: (call) => submit(app, door, call),
  })

  pageRoute(server, door, `${URL_PATH}/pending`, async (call) => {
    const waitsFor = textOf(call.request.query, 'for')
    const body = waitsFor === 'approval' ? WAITS_FOR_APPROVAL : WAITS_FOR_CONFIRMATION
    return showPage(app, call, { title: 'Almost there', body, bare: true })
  })
}

interface SignUpForm {
  username: string
  email: string
  reason: string
  dateOfBirth: string
  agreement: boolean
  returnTo: string | null
  /** of an invitation; empty without one */
  inviteCode: string
}

const EMPTY: SignUpForm = {
  username: '',
  email: '',
  reason: '',
  dateOfBirth: '',
  agreement: false,
  returnTo: null,
  inviteCode: '',
}

async function submit(app: App, door: FrontDoor, call: Call): Promise<FastifyReply> {
  const { request, reply } = call
  const form = readForm(request.body)
  const input = {
    ...form,
    password: textOf(request.body, 'user', 'password'),
    locale: localeOf(request),
    timeZone: null,
    ip: clientAddress(request),
    applicationId: null,
  }
  let user: NewUser
  try {
    user = await signUpWithCode(app, input, form.inviteCode, async (_tx, made) => {
      spend(request, 'sign_up')
      return made
    })
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    return showForm(app, call, form, error.fields)
  }
  if (user.waitsFor !== null) return goTo(reply, `${URL_PATH}/pending?for=${user.waitsFor}`)
  await signInUser(app, door, call, user.userId)
  return goTo(reply, form.returnTo ?? '/welcome')
}

function readForm(body: unknown): SignUpForm {
  return {
    username: textOf(body, 'user', 'username').trim().replace(/^@/, ''),
    email: textOf(body, 'user', 'email'),
    reason: textOf(body, 'user', 'reason'),
    dateOfBirth: textOf(body, 'user', 'date_of_birth'),
    agreement: textOf(body, 'user', 'agreement') === '1',
    returnTo: ownPath(textOf(body, 'return_to')),
    inviteCode: textOf(body, 'invite_code'),
  }
}

/** Ids of the inputs that `accountFields` draws, and of the others of this page. */
export const ACCOUNT_IDS = {
  username: 'user_username',
  email: 'user_email',
  password: 'user_password',
  date_of_birth: 'user_date_of_birth',
  reason: 'user_reason',
  agreement: 'user_agreement',
}

async function showForm(
  app: App,
  call: Call,
  form: SignUpForm,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const current = await app.cached.get(settings)
  const found = await findInvitation(app, form.inviteCode)
  if (!registrationsOpen(current) && found === null) return showClosed(app, call, current)
  const problems = problemsOf(errors, ACCOUNT_IDS)
  const status = Object.keys(errors).length === 0 ? 200 : 422
  const asks = asksStaff(current, found)
  const minAge = current['registrations.min_age']
  const body = html`<div class="card">
<h1>Create an account</h1>
<p class="muted">at ${app.config.handleDomain}</p>
${found && html`<p><strong class="break">@${found.inviter.username}</strong> invites you to join.</p>`}
${asks && html`<p>New accounts here are looked at by a person before they open.</p>`}
${problems.summary}
<form method="post" action="${URL_PATH}" class="stack" novalidate>
${csrfField(call.visitor)}
${form.returnTo && html`<input type="hidden" name="return_to" value="${form.returnTo}">`}
${found && html`<input type="hidden" name="invite_code" value="${found.invite.code}">`}
${accountFields(app, form, problems)}
${minAge > 0 && field({ id: ACCOUNT_IDS.date_of_birth, name: 'user[date_of_birth]', label: 'Date of birth', type: 'date', value: form.dateOfBirth, autocomplete: 'bday', required: true, hint: `You must be at least ${minAge} years old. We look at it once and do not keep it.`, error: problems.of('date_of_birth') })}
${asks && field({ id: ACCOUNT_IDS.reason, name: 'user[reason]', label: 'Why do you want to join?', type: 'textarea', value: form.reason, autocomplete: 'off', required: reasonRequired(current) && found === null, maxlength: REASON_LENGTH, error: problems.of('reason') })}
${agreement(form, problems, await app.cached.get(rules))}
<button class="button primary wide">${asks ? 'Ask to join' : 'Create account'}</button>
</form>
<p class="links"><a href="/auth/sign_in">I have an account already</a></p>
</div>`
  return showPage(app, call, {
    title: 'Create an account',
    body,
    status,
    headers: { popup: true },
    bare: true,
  })
}

/** Whether a person looks at the request to join. */
function asksStaff(current: Settings, invitation: Invitation | null): boolean {
  if (invitation === null) return approvalRequired(current)
  return current['registrations.mode'] !== 'open' && !invitation.approves
}

/** The fields that every new account needs; also those of the owner's. */
export function accountFields(
  app: Pick<App, 'config'>,
  form: Pick<SignUpForm, 'username' | 'email'>,
  problems: Problems,
): SafeHtml {
  return html`${field({ id: ACCOUNT_IDS.username, name: 'user[username]', label: 'Username', value: form.username, autocomplete: 'username', required: true, maxlength: MAX_USERNAME_LENGTH, prefix: '@', suffix: `@${app.config.handleDomain}`, hint: 'Letters, digits and underscores. It cannot be changed later.', error: problems.of('username') })}
${field({ id: ACCOUNT_IDS.email, name: 'user[email]', label: 'E-mail address', type: 'email', value: form.email, autocomplete: 'email', required: true, hint: 'Nobody else will see it.', error: problems.of('email') })}
${field({ id: ACCOUNT_IDS.password, name: 'user[password]', label: 'Password', type: 'password', autocomplete: 'new-password', required: true, minlength: PASSWORD_LENGTH.min, maxlength: PASSWORD_LENGTH.max, hint: `At least ${PASSWORD_LENGTH.min} characters. Several words are better than one.`, error: problems.of('password') })}`
}

function agreement(form: SignUpForm, problems: Problems, list: readonly RuleEntity[]): SafeHtml {
  const error = problems.of('agreement')
  const described =
    error && raw(` aria-invalid="true" aria-describedby="${ACCOUNT_IDS.agreement}-error"`)
  return html`${
    list.length > 0 &&
    html`<section class="rules" aria-labelledby="rules-title"><h2 id="rules-title">House rules</h2><ol>${list.map((rule) => html`<li>${rule.text}${rule.hint && html`<br><span class="muted">${rule.hint}</span>`}</li>`)}</ol></section>`
  }<div class="field check${error && ' has-error'}">
<input type="checkbox" id="${ACCOUNT_IDS.agreement}" name="user[agreement]" value="1"${form.agreement && raw(' checked')}${described} required>
<label for="${ACCOUNT_IDS.agreement}">I agree to the <a href="/about">rules</a> and have read the <a href="/privacy-policy">privacy policy</a></label>
${error && html`<p class="field-error" id="${ACCOUNT_IDS.agreement}-error">${error}</p>`}
</div>`
}

async function showClosed(app: App, call: Call, current: Settings): Promise<FastifyReply> {
  const message = sanitizeStatusHtml(current['registrations.message'])
  const body = html`<div class="card">
<h1>Registrations are closed</h1>
${message === '' ? html`<p>This server does not take new accounts at the moment.</p>` : html`<div class="prose">${raw(message)}</div>`}
<p class="muted">You can follow people here from an account on any other server of the fediverse.</p>
<p><a class="button secondary" href="/about">About this server</a></p>
<p class="links"><a href="/auth/sign_in">I have an account already</a></p>
</div>`
  return showPage(app, call, { title: 'Registrations are closed', body, bare: true })
}

const WAITS_FOR_APPROVAL = html`<div class="card">
<h1>Thank you!</h1>
<p>Your request to join is on its way to the people who run this server. You will get a mail once they have looked at it.</p>
</div>`

const WAITS_FOR_CONFIRMATION = html`<div class="card">
<h1>Check your mail</h1>
<p>We sent a link to your e-mail address. Follow it to finish your account.</p>
<p class="muted">Nothing there after a few minutes? Look among the unwanted mail, or <a href="/auth/confirmation/new">send it again</a>.</p>
</div>`
