import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { createOwner, setupState } from '../../../features/identity/sign-up/setup.ts'
import { Forbidden, NotFound } from '../../../kernel/base/errors.ts'
import { needsAllowList } from '../../../kernel/base/public-endpoint.ts'
import type { App } from '../../../kernel/core/app.ts'
import { clientAddress } from '../../../kernel/http/client-address.ts'
import { localeOfNew } from '../../../kernel/http/locale.ts'
import { can } from '../../../kernel/http/permissions.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField, problemsOf } from '../frame/forms.ts'
import { signedIn } from '../frame/signed-in.ts'
import { type Call, formRoute, goTo, type Pages, pageRoute, showPage, textOf } from '../pages.ts'
import { signInUser } from './sign-in-pages.ts'
import { ACCOUNT_IDS, accountFields } from './sign-up-pages.ts'

export const setupPages: Pages = (server, app, door) => {
  pageRoute(server, door, '/setup', async (call) => {
    const token = textOf(call.request.query, 'token')
    const address = textOf(call.request.query, 'address')
    // the owner opens the printed link again, perhaps from a bookmark
    if ((await setupState(app, token)) === 'done') return goTo(call.reply, '/auth/sign_in')
    await checkOpen(app, token)
    if (address !== app.config.origin) return showAddress(app, call, token)
    return showForm(app, call, { token, address, username: '', email: '' }, {})
  })

  formRoute(server, door, {
    url: '/setup',
    limits: ['sign_in'],
    async submit(call) {
      const { request, reply } = call
      const form = {
        token: textOf(request.body, 'token'),
        address: textOf(request.body, 'address'),
        username: textOf(request.body, 'user', 'username').trim().replace(/^@/, ''),
        email: textOf(request.body, 'user', 'email'),
      }
      await checkOpen(app, form.token)
      if (form.address !== app.config.origin) return showAddress(app, call, form.token, 422)
      const password = textOf(request.body, 'user', 'password')
      const [ip, locale] = [clientAddress(request), localeOfNew(request)]
      try {
        const owner = { ...form, password, ip, locale }
        const userId = await createOwner(app, owner)
        await signInUser(app, door, call, userId)
      } catch (error) {
        if (!(error instanceof InvalidFields)) throw error
        return showForm(app, call, form, error.fields)
      }
      return goTo(reply, '/welcome')
    },
  })

  pageRoute(server, door, '/welcome', async (call) => {
    const caller = signedIn(app, call)
    if (caller === null) return call.reply
    const { user } = caller
    const owner = can(user.permissions, 'manageSettings')
    return showPage(app, call, { title: t('Welcome'), body: welcome(app, user.username, owner) })
  })
}

/**
 * @throws NotFound once there is a user
 * @throws Forbidden for a token that this server did not print
 */
async function checkOpen(app: App, token: string): Promise<void> {
  const state = await setupState(app, token)
  if (state === 'done') throw new NotFound()
  if (state === 'wrong token') {
    throw new Forbidden('Please open the link that the server printed when it was started')
  }
}

interface SetupForm {
  token: string
  /** the ORIGIN that the owner confirmed */
  address: string
  username: string
  email: string
}

/** The address becomes part of every id, so the owner confirms it before there is any. */
async function showAddress(
  app: App,
  call: Call,
  token: string,
  status = 200,
): Promise<FastifyReply> {
  const { origin, handleDomain } = app.config
  const name = `@name@${handleDomain}`
  const handle = html`<strong class="break" dir="ltr">${name}</strong>`
  const strong = (text: SafeHtml) => html`<strong>${text}</strong>`
  const body = html`<div class="card">
<h1>${t('Is this the address?')}</h1>
<p>${t('Your server is running. This is its address:')}</p>
<pre class="command" dir="ltr"><code id="address">${origin}</code></pre>
<p>${rich('People here will be called {handle}.', { handle })}</p>
<p>${rich('The address becomes part of every account and every post, and other servers know them by it. So it <strong>can never be changed</strong> once there is an account.', { strong })}</p>
${needsAllowList(new URL(origin)) !== null && html`<div class="notice warning"><p>${rich('<strong>With this address the server is for trying out only.</strong> Other servers and the apps of other people cannot reach it. To be part of the fediverse it needs a domain of its own and https.', { strong })}</p></div>`}
<form method="get" action="/setup" class="stack">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="address" value="${origin}">
<button class="button primary wide">${t('Yes, this is the address')}</button>
</form>
<h2>${t('Is it wrong?')}</h2>
<p>${t('Stop the server, set the right one and start it again. Nothing is lost, as nothing is here yet:')}</p>
<pre class="command" dir="ltr"><code>ORIGIN=https://social.example.org</code></pre>
<p class="muted small">${rich('It is set where you start the server: in the unit of systemd, the environment of the container or the command. If handles should end in another domain than the server has, set {name}, too.', { name: html`<code>HANDLE_DOMAIN</code>` })}</p>
</div>`
  return showPage(app, call, { title: t('Is this the address?'), body, status, bare: true })
}

async function showForm(
  app: App,
  call: Call,
  form: SetupForm,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const problems = problemsOf(errors, ACCOUNT_IDS)
  const status = Object.keys(errors).length === 0 ? 200 : 422
  const body = html`<div class="card">
<h1>${t('The owner’s account')}</h1>
<p>${t('Create the first account: yours. It owns this server and can do everything here.')}</p>
${problems.summary}
<form method="post" action="/setup" class="stack" novalidate>
${csrfField(call.visitor)}
<input type="hidden" name="token" value="${form.token}">
<input type="hidden" name="address" value="${form.address}">
${accountFields(app, form, problems)}
<button class="button primary wide">${t('Create the owner’s account')}</button>
</form>
</div>`
  return showPage(app, call, { title: t('Set up your server'), body, status, bare: true })
}

function welcome({ config }: App, username: string, owner: boolean): SafeHtml {
  return html`<div class="card">
<h1>${t('Welcome, {username}!', { username })}</h1>
<p>${rich('You are {username}: that is how people on any server of the fediverse find you.', { username: html`<strong class="break">@${username}@${config.handleDomain}</strong>` })}</p>
</div>
<section class="card" aria-labelledby="connect-title">
<h2 id="connect-title">${t('Connect an app')}</h2>
<p>${t('Every app for Mastodon works here, on your phone and in your browser.')}</p>
<ol class="steps">
<li>${t('Open the app and choose to sign in.')}</li>
<li>${t('When it asks for your server, give it this address:')}
<input class="code" id="server-address" type="text" readonly value="${config.origin}" aria-label="${t('Address of this server')}"></li>
<li>${t('It brings you back here to agree. That is all.')}</li>
</ol>
<p class="muted small">${rich('Looking for one? <link>A list of apps</link>', { link: (text: SafeHtml) => html`<a href="https://joinmastodon.org/apps" rel="noopener">${text}</a>` })}</p>
</section>
${owner && OWNER_STEPS}
${FIRST_STEPS}
<p class="links"><a href="/@${username}">${t('Your profile')}</a> <a href="/settings">${t('Settings')}</a></p>`
}

const FIRST_STEPS = html`<h2 class="settings-group">${t('Make it yours')}</h2>
<ul class="card settings-list">
<li><a href="/profile/edit"><strong>${t('Say who you are')}</strong><span class="muted small">${t('A name, a picture and a few words, so that people follow you back')}</span></a></li>
<li><a href="/preferences"><strong>${t('Choose your languages')}</strong><span class="muted small">${t('What you write in, and what public timelines show')}</span></a></li>
<li><a href="/followed_tags"><strong>${t('Follow hashtags')}</strong><span class="muted small">${t('What interests you comes into your home timeline')}</span></a></li>
<li><a href="/settings/privacy"><strong>${t('Decide who finds you')}</strong><span class="muted small">${t('In search and suggestions, and who may follow you')}</span></a></li>
</ul>`

const OWNER_STEPS = html`<section class="card" aria-labelledby="owner-title">
<h2 id="owner-title">${t('Your server')}</h2>
<p>${t('Nobody else can make an account yet. The dashboard has a list of what a new server needs: a name, rules, who may join, mails, a backup.')}</p>
<p><a class="button primary" href="/admin">${t('Go through what is left to set up')}</a></p>
</section>`
