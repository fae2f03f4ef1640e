import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { PASSWORD_LENGTH } from '../../../features/identity/passwords.ts'
import { type NewUser, REASON_LENGTH } from '../../../features/identity/sign-up/sign-up.ts'
import {
  approvalRequired,
  reasonRequired,
  registrationsOpen,
} from '../../../features/instance/registrations.ts'
import { type RuleEntity, rules } from '../../../features/instance/rules.ts'
import { type Settings, settings } from '../../../features/instance/settings.ts'
import {
  findInvitation,
  type Invitation,
  signUpWithCode,
} from '../../../features/invites/sign-up.ts'
import type { App } from '../../../kernel/core/app.ts'
import { clientAddress } from '../../../kernel/http/client-address.ts'
import { localeOfNew } from '../../../kernel/http/locale.ts'
import { spend } from '../../../kernel/http/rate-limits/limiter.ts'
import { html, raw, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { sanitizeStatusHtml } from '../../../kernel/text/sanitize.ts'
import { MAX_USERNAME_LENGTH } from '../../../kernel/text/username.ts'
import { HOME } from '../frame/account-links.ts'
import { csrfField, field, type Problems, problemsOf } from '../frame/forms.ts'
import { ownPath } from '../frame/own-path.ts'
import type { FrontDoor } from '../frame/visitor.ts'
import { type Call, formRoute, goTo, type Pages, pageRoute, showPage, textOf } from '../pages.ts'
import { signInUser } from './sign-in-pages.ts'

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
    return showPage(app, call, { title: t('Almost there'), body, bare: true })
  })
}

interface SignUpForm {
  username: string
  email: string
  reason: string
  dateOfBirth: string
  agreement: boolean
  returnTo: string | null
  /** code of the invitation; empty without one */
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
    locale: localeOfNew(request),
    timeZone: null,
    ip: clientAddress(request),
    applicationId: null,
  }
  let user: NewUser
  try {
    user = await signUpWithCode(app, input, form.inviteCode, async (_tx, made) => {
      await spend(request, 'sign_up')
      return made
    })
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    return showForm(app, call, form, error.fields)
  }
  if (user.waitsFor !== null) return goTo(reply, `${URL_PATH}/pending?for=${user.waitsFor}`)
  await signInUser(app, door, call, user.userId)
  return goTo(reply, form.returnTo ?? '/start')
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

/** Ids of the inputs that `accountFields` draws, and of the other inputs of this page. */
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
<h1>${t('Create an account')}</h1>
<p class="muted">${t('at {handleDomain}', { handleDomain: app.config.handleDomain })}</p>
${found && html`<p>${rich('{username} invites you to join.', { username: html`<strong class="break">@${found.inviter.username}</strong>` })}</p>`}
${asks && html`<p>${t('New accounts here are looked at by a person before they open.')}</p>`}
${problems.summary}
<form method="post" action="${URL_PATH}" class="stack" novalidate>
${csrfField(call.visitor)}
${form.returnTo && html`<input type="hidden" name="return_to" value="${form.returnTo}">`}
${found && html`<input type="hidden" name="invite_code" value="${found.invite.code}">`}
${accountFields(app, form, problems)}
${minAge > 0 && field({ id: ACCOUNT_IDS.date_of_birth, name: 'user[date_of_birth]', label: t('Date of birth'), type: 'date', value: form.dateOfBirth, autocomplete: 'bday', required: true, hint: t('You must be at least {minAge} years old. We look at it once and do not keep it.', { minAge }), error: problems.of('date_of_birth') })}
${asks && field({ id: ACCOUNT_IDS.reason, name: 'user[reason]', label: t('Why do you want to join?'), type: 'textarea', value: form.reason, autocomplete: 'off', required: reasonRequired(current) && found === null, maxlength: REASON_LENGTH, error: problems.of('reason') })}
${agreement(form, problems, await app.cached.get(rules))}
<button class="button primary wide">${asks ? t('Ask to join') : t('Create account')}</button>
</form>
<p class="links"><a href="/auth/sign_in">${t('I have an account already')}</a></p>
</div>`
  return showPage(app, call, {
    title: t('Create an account'),
    body,
    status,
    headers: { popup: true },
    bare: true,
  })
}

/** Whether the staff reviews the request to join. */
function asksStaff(current: Settings, invitation: Invitation | null): boolean {
  if (invitation === null) return approvalRequired(current)
  return current['registrations.mode'] !== 'open' && !invitation.approves
}

/** The fields of every new account, the owner's included. */
export function accountFields(
  app: Pick<App, 'config'>,
  form: Pick<SignUpForm, 'username' | 'email'>,
  problems: Problems,
): SafeHtml {
  return html`${field({ id: ACCOUNT_IDS.username, name: 'user[username]', label: t('Username'), value: form.username, autocomplete: 'username', required: true, maxlength: MAX_USERNAME_LENGTH, prefix: '@', suffix: `@${app.config.handleDomain}`, hint: t('Letters, digits and underscores. It cannot be changed later.'), error: problems.of('username') })}
${field({ id: ACCOUNT_IDS.email, name: 'user[email]', label: t('E-mail address'), type: 'email', value: form.email, autocomplete: 'email', required: true, hint: t('Nobody else will see it.'), error: problems.of('email') })}
${field({ id: ACCOUNT_IDS.password, name: 'user[password]', label: t('Password'), type: 'password', autocomplete: 'new-password', required: true, minlength: PASSWORD_LENGTH.min, maxlength: PASSWORD_LENGTH.max, hint: t('At least {min} characters. Several words are better than one.', { min: PASSWORD_LENGTH.min }), error: problems.of('password') })}`
}

function agreement(form: SignUpForm, problems: Problems, list: readonly RuleEntity[]): SafeHtml {
  const error = problems.of('agreement')
  const described =
    error && raw(` aria-invalid="true" aria-describedby="${ACCOUNT_IDS.agreement}-error"`)
  return html`${
    list.length > 0 &&
    html`<section class="rules" aria-labelledby="rules-title"><h2 id="rules-title">${t('House rules')}</h2><ol>${list.map((rule) => html`<li>${rule.text}${rule.hint && html`<br><span class="muted">${rule.hint}</span>`}</li>`)}</ol></section>`
  }<div class="field check${error && ' has-error'}">
<input type="checkbox" id="${ACCOUNT_IDS.agreement}" name="user[agreement]" value="1"${form.agreement && raw(' checked')}${described} required>
<label for="${ACCOUNT_IDS.agreement}">${rich('I agree to the <link>rules</link> and have read the <link2>privacy policy</link2>', { link: (text: SafeHtml) => html`<a href="/about">${text}</a>`, link2: (text: SafeHtml) => html`<a href="/privacy-policy">${text}</a>` })}</label>
${error && html`<p class="field-error" id="${ACCOUNT_IDS.agreement}-error">${error}</p>`}
</div>`
}

async function showClosed(app: App, call: Call, current: Settings): Promise<FastifyReply> {
  const message = sanitizeStatusHtml(current['registrations.message'])
  const body = html`<div class="card">
<h1>${t('Registrations are closed')}</h1>
${message === '' ? html`<p>${t('This server does not take new accounts at the moment.')}</p>` : html`<div class="prose">${raw(message)}</div>`}
<p class="muted">${t('You can follow people here from an account on any other server of the fediverse.')}</p>
<p><a class="button secondary" href="/about">${t('About this server')}</a></p>
<p class="links"><a href="/auth/sign_in">${t('I have an account already')}</a></p>
</div>`
  return showPage(app, call, { title: t('Registrations are closed'), body, bare: true })
}

const WAITS_FOR_APPROVAL = html`<div class="card">
<h1>${t('Thank you!')}</h1>
<p>${t('Your request to join is on its way to the people who run this server. You will get a mail once they have looked at it.')}</p>
</div>`

const WAITS_FOR_CONFIRMATION = html`<div class="card">
<h1>${t('Check your mail')}</h1>
<p>${t('We sent a link to your e-mail address. Follow it to finish your account.')}</p>
<p class="muted">${rich('Nothing there after a few minutes? Look among the unwanted mail, or <link>send it again</link>.', { link: (text: SafeHtml) => html`<a href="/auth/confirmation/new">${text}</a>` })}</p>
</div>`
