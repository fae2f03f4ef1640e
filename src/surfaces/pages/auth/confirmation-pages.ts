import type { FastifyReply } from 'fastify'
import { InvalidFields } from '../../../features/accounts/field-errors.ts'
import { spendMail } from '../../../features/identity/mail-limits.ts'
import {
  confirmEmail,
  requestConfirmation,
} from '../../../features/identity/sign-up/confirmation.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField, field, notice, sayFields } from '../frame/forms.ts'
import { type Call, formRoute, type Pages, pageRoute, showPage, textOf } from '../pages.ts'

export const confirmationPages: Pages = (server, app, door) => {
  pageRoute(server, door, '/auth/confirmation', async (call) => {
    const token = textOf(call.request.query, 'confirmation_token')
    try {
      const confirmed = await app.transact((tx) => confirmEmail(tx, token))
      return confirmed ? showConfirmed(app, call) : showRequestForm(app, call, STALE, 422)
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error
      const problem = notice('warning', html`${sayFields(error.fields)}.`)
      return showRequestForm(app, call, problem, 422)
    }
  })

  pageRoute(server, door, '/auth/confirmation/new', (call) => showRequestForm(app, call, null, 200))

  formRoute(server, door, {
    url: '/auth/confirmation/new',
    limits: ['confirmations'],
    async submit(call) {
      const email = textOf(call.request.body, 'user', 'email')
      await spendMail(call.request, 'confirmation', email)
      await app.transact((tx) => requestConfirmation(tx, email))
      return showRequestForm(app, call, SENT, 200)
    },
  })
}

const STALE = notice('warning', t('This link does not work any more. Get a new one here.'))
const SENT = notice(
  'success',
  t('If an account with this address waits for it, a mail is on its way.'),
)

async function showConfirmed(app: App, call: Call): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('Thank you!')}</h1>
<p>${t('Your e-mail address is confirmed.')}</p>
<p><a class="button primary wide" href="/auth/sign_in">${t('Go on')}</a></p>
</div>`
  return showPage(app, call, { title: t('E-mail address confirmed'), body, bare: true })
}

async function showRequestForm(
  app: App,
  call: Call,
  message: SafeHtml | null,
  status: number,
): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('Confirm your e-mail address')}</h1>
${message}
<p>${t('We send the link once more to the address that you signed up with.')}</p>
<form method="post" action="/auth/confirmation/new" class="stack">
${csrfField(call.visitor)}
${field({ id: 'user_email', name: 'user[email]', label: t('E-mail address'), type: 'email', autocomplete: 'email', required: true, value: textOf(call.request.body, 'user', 'email') })}
<button class="button primary wide">${t('Send the link again')}</button>
</form>
<p class="links"><a href="/auth/sign_in">${t('Back to sign-in')}</a></p>
</div>`
  return showPage(app, call, { title: t('Confirm your e-mail address'), body, status, bare: true })
}
