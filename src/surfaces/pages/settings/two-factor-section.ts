import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { checkCurrentPassword } from '../../../features/identity/password-changes.ts'
import { countRecoveryCodes } from '../../../features/identity/two-factor/recovery-codes.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  hasTwoFactor,
  renewRecoveryCodes,
  secretForSetup,
  setupAddress,
} from '../../../features/identity/two-factor/two-factor.ts'
import { settings } from '../../../features/instance/settings.ts'
import { spendKey } from '../../../kernel/http/rate-limits/limiter.ts'
import { html, rich, richPlural, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField, field, notice, problemsOf } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { givenPassword, passwordField } from './password-check.ts'
import { qrPicture } from './qr-picture.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/settings/two_factor'

export const twoFactorSection: SettingsSection = {
  path: PATH,
  title: t('Two-factor'),
  summary: t('A code of an app besides the password'),
  group: 'account',
  alsoAt: ['/settings/two_factor_authentication_methods', '/settings/otp_authentication'],
  register(frame) {
    frame.page({ show: (caller) => showState(frame, caller, {}) })
    setupRoutes(frame)
    codesRoute(frame)
    disableRoute(frame)
  },
}

function setupRoutes(frame: SettingsFrame): void {
  const { app } = frame
  frame.page({
    path: `${PATH}/setup`,
    fresh: true,
    show: (caller) => showSetup(frame, caller, false),
  })
  frame.form({
    path: `${PATH}/setup`,
    limits: ['sign_in'],
    fresh: true,
    async submit(caller) {
      const { userId } = caller.user
      await spendKey(caller.request, 'two_factor', userId)
      const code = textOf(caller.request.body, 'user', 'otp_attempt')
      const codes = await enableTwoFactor(app, userId, code)
      return codes === null ? showSetup(frame, caller, true) : showCodes(frame, caller, codes)
    },
  })
}

function codesRoute(frame: SettingsFrame): void {
  frame.form({
    path: `${PATH}/recovery_codes`,
    fresh: true,
    async submit(caller) {
      const { userId } = caller.user
      const codes = await frame.app.transact((tx) => renewRecoveryCodes(tx, userId))
      return codes === null ? goTo(caller.reply, PATH) : showCodes(frame, caller, codes)
    },
  })
}

function disableRoute(frame: SettingsFrame): void {
  const { app } = frame
  frame.form({
    path: `${PATH}/disable`,
    limits: ['sign_in'],
    async submit(caller) {
      const { userId } = caller.user
      const password = await givenPassword(app, caller)
      try {
        await checkCurrentPassword(app, userId, password)
      } catch (error) {
        if (!(error instanceof InvalidFields)) throw error
        return showState(frame, caller, error.fields)
      }
      await app.transact((tx) => disableTwoFactor(tx, userId))
      return goTo(caller.reply, `${PATH}?done=disabled`)
    },
  })
}

async function showState(
  frame: SettingsFrame,
  caller: SignedIn,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const { db } = frame.app
  const on = await hasTwoFactor(db, caller.user.userId)
  const body = on
    ? stateOn(caller, await countRecoveryCodes(db, caller.user.userId), errors)
    : stateOff(caller)
  return frame.show(caller, { body, status: Object.keys(errors).length === 0 ? 200 : 422 })
}

function stateOff({ user, request }: SignedIn): SafeHtml {
  const done = textOf(request.query, 'done') === 'disabled'
  return html`${done && notice('success', t('Two-factor authentication is off. Your password alone suffices.'))}
${user.barred === 'two_factor' && notice('warning', t('Your role on this server demands two-factor authentication. Until it is on, neither apps nor pages work for you.'))}
<section class="card" aria-labelledby="state">
<h2 id="state">${t('It is off')}</h2>
<p>${t('With two-factor authentication, signing in with your password also needs a code that an app on your phone shows. Whoever learns your password alone cannot sign in.')}</p>
<p>${t('You need an app for it, such as Aegis, 2FAS, Google Authenticator, or your password manager.')}</p>
<p><a class="button primary" href="${PATH}/setup">${t('Set it up')}</a></p>
</section>`
}

function stateOn({ visitor, user }: SignedIn, left: number, errors: FieldErrors): SafeHtml {
  const id = 'user_current_password'
  const problems = problemsOf(errors, { current_password: id })
  return html`<section class="card" aria-labelledby="state">
<h2 id="state">${t('It is on')}</h2>
<p>${t('Signing in with your password also needs a code of your app. One of your passkeys works in its place.')}</p>
</section>
<section class="card" aria-labelledby="codes">
<h2 id="codes">${t('Recovery codes')}</h2>
${left < 3 && notice('warning', t('Make new ones before you run out of them.'))}
<p>${richPlural(left, 'You have <b>one recovery code</b> left, for when you cannot use the app. New codes make the old ones void.', 'You have <b>{n} recovery codes</b> left, for when you cannot use the app. New codes make the old ones void.', { b: (text: SafeHtml) => html`<strong>${text}</strong>` })}</p>
<form method="post" action="${PATH}/recovery_codes">${csrfField(visitor)}<button class="button secondary">${t('Make new recovery codes')}</button></form>
</section>
<section class="card" aria-labelledby="off">
<h2 id="off">${t('Turn it off')}</h2>
${problems.summary}
<form method="post" action="${PATH}/disable" class="stack" novalidate>
${csrfField(visitor)}
<input type="text" name="username" value="${user.username}" autocomplete="username" hidden>
${passwordField(id, problems.of('current_password'))}
<button class="button danger">${t('Turn off two-factor authentication')}</button>
</form>
</section>`
}

async function showSetup(
  frame: SettingsFrame,
  caller: SignedIn,
  wrong: boolean,
): Promise<FastifyReply> {
  const { app } = frame
  const { user, visitor } = caller
  const secret = await secretForSetup(app, user.userId, !wrong)
  if (secret === null) return goTo(caller.reply, PATH)
  const { title: issuer } = await app.cached.get(settings)
  const account = `${user.username}@${app.config.handleDomain}`
  const address = await setupAddress(secret, { issuer, account })
  const error = wrong ? t('This code is wrong.') : undefined
  const body = html`<section class="card">
${wrong && html`<div class="notice danger" role="alert">${WRONG}</div>`}
<ol class="steps">
<li>${t('Scan this picture with your app.')} ${await qrPicture(address, t('QR picture for your app; below is the same as text'))}
<p>${rich('On this device: <link>open it in your app</link>. Or type this key into it:', { link: (text: SafeHtml) => html`<a href="${address}">${text}</a>` })}</p>
<p><code class="key copyable">${inGroups(secret)}</code></p></li>
<li>${t('Type the code that the app shows now.')}
<form method="post" action="${PATH}/setup" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: 'user_otp_attempt', name: 'user[otp_attempt]', label: t('Code'), autocomplete: 'one-time-code', inputmode: 'numeric', required: true, error })}
<div class="buttons"><button class="button primary">${t('Turn it on')}</button><a class="button secondary" href="${PATH}">${t('Cancel')}</a></div>
</form></li>
</ol>
</section>`
  return frame.show(caller, { title: t('Set up two-factor'), body, status: wrong ? 422 : 200 })
}

const WRONG = t(
  'This code is wrong, or was used before. Look whether the clock of your device is right.',
)

/** Shows the recovery codes, this once only. */
function showCodes(
  frame: SettingsFrame,
  caller: SignedIn,
  codes: readonly string[],
): Promise<FastifyReply> {
  const body = html`${notice('success', t('Signing in with your password also needs a code of your app now.'))}
<section class="card" aria-labelledby="codes">
<h2 id="codes">${t('Keep these codes')}</h2>
<p>${rich('Each of them works <strong>once</strong> in place of a code, should you lose your app. Print them or put them into a password manager: they are not shown again.', { strong: (text: SafeHtml) => html`<strong>${text}</strong>` })}</p>
<ul class="recovery-codes">${codes.map((code) => html`<li><code class="copyable">${code}</code></li>`)}</ul>
<p><a class="button primary" href="${PATH}">${t('I have kept them')}</a></p>
</section>`
  return frame.show(caller, { title: t('Your recovery codes'), body })
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
