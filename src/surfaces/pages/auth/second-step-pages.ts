import type { FastifyReply } from 'fastify'
import type { App } from '../../../kernel/core/app.ts'
import { html } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, field } from '../frame/forms.ts'
import { type Call, showPage } from '../pages.ts'
import { isAdding } from './accounts-here.ts'
import { addAddress } from './accounts-here-pages.ts'
import { passkeyForm } from './passkey-forms.ts'

/** Sign-in after a correct password. */
export interface SecondStep {
  /** proves in the forms that the password was correct */
  token: string
  returnTo: string | null
  /** whether the user has a passkey */
  passkey: boolean
  problem: Text | null
}

/** Shows the form for the second factor, at the same address as the password form. */
export async function showSecondStep(
  app: App,
  call: Call,
  step: SecondStep,
): Promise<FastifyReply> {
  const adding = isAdding(call.request.body)
  const carried = html`<input type="hidden" name="sign_in_step" value="${step.token}">
${adding && html`<input type="hidden" name="add" value="1">`}
${step.returnTo && html`<input type="hidden" name="return_to" value="${step.returnTo}">`}`
  const body = html`<div class="card">
<h1>${t('One more step')}</h1>
${step.problem && html`<div class="notice danger" role="alert">${step.problem}</div>`}
<form method="post" action="/auth/sign_in" class="stack">
${csrfField(call.visitor)}
${carried}
${field({ id: 'user_otp_attempt', name: 'user[otp_attempt]', label: t('Code of your app'), autocomplete: 'one-time-code', inputmode: 'numeric', required: true })}
<button class="button primary wide">${t('Sign in')}</button>
</form>
${step.passkey && passkeyForm(call.visitor, { kind: 'get', action: '/auth/sign_in/passkey', options: '/auth/sign_in/passkey/options', button: t('Use a passkey'), fields: carried })}
<details class="other-way"><summary>${t('Use a recovery code')}</summary>
<form method="post" action="/auth/sign_in" class="stack">
${csrfField(call.visitor)}
${carried}
${field({ id: 'user_recovery_code', name: 'user[otp_attempt]', label: t('Recovery code'), hint: t('One of those that you kept when you set this up.'), autocomplete: 'off', required: true })}
<button class="button secondary wide">${t('Sign in with the recovery code')}</button>
</form>
</details>
<p class="links"><a href="${addAddress(step.returnTo, adding)}">${t('Start again')}</a></p>
</div>`
  const status = step.problem === null ? 200 : 422
  const page = { title: t('One more step'), body, status, bare: true, headers: { popup: true } }
  return showPage(app, call, step.passkey ? { ...page, script: 'passkeys.js' } : page)
}
