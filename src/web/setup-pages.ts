import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../accounts/field-errors.ts'
import type { App } from '../app.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { clientAddress } from '../http/client-address.ts'
import { localeOf } from '../http/locale.ts'
import { can } from '../http/permissions.ts'
import { createOwner, setupState } from '../oauth/setup.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { csrfField, problemsOf } from './forms.ts'
import { type Call, formRoute, goTo, type Pages, pageRoute, showPage, textOf } from './pages.ts'
import { signInUser } from './sign-in-pages.ts'
import { ACCOUNT_IDS, accountFields } from './sign-up-pages.ts'
import { signedIn } from './signed-in.ts'

export const setupPages: Pages = (server, app, door) => {
  pageRoute(server, door, '/setup', async (call) => {
    const token = textOf(call.request.query, 'token')
    await checkOpen(app, token)
    return showForm(app, call, { token, username: '', email: '' }, {})
  })

  formRoute(server, door, {
    url: '/setup',
    limits: ['sign_in'],
    async submit(call) {
      const { request, reply } = call
      const form = {
        token: textOf(request.body, 'token'),
        username: textOf(request.body, 'user', 'username').trim().replace(/^@/, ''),
        email: textOf(request.body, 'user', 'email'),
      }
      await checkOpen(app, form.token)
      const password = textOf(request.body, 'user', 'password')
      const [ip, locale] = [clientAddress(request), localeOf(request)]
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
    return showPage(app, call, { title: 'Welcome', body: welcome(app, user.username, owner) })
  })
}

/**
 * @throws NotFound once there is a user
 * @throws Forbidden for a link that was not printed by this server
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
  username: string
  email: string
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
<h1>Your server is running</h1>
<p>Create the first account: yours. It owns this server and can do everything here.</p>
${problems.summary}
<form method="post" action="/setup" class="stack" novalidate>
${csrfField(call.visitor)}
<input type="hidden" name="token" value="${form.token}">
${accountFields(app, form, problems)}
<button class="button primary wide">Create the owner’s account</button>
</form>
</div>`
  return showPage(app, call, { title: 'Set up your server', body, status, bare: true })
}

function welcome({ config }: App, username: string, owner: boolean): SafeHtml {
  return html`<div class="card">
<h1>Welcome, ${username}!</h1>
<p>You are <strong class="break">@${username}@${config.handleDomain}</strong>: that is how people on any server of the fediverse find you.</p>
</div>
<section class="card" aria-labelledby="connect-title">
<h2 id="connect-title">Connect an app</h2>
<p>Every app for Mastodon works here, on your phone and in your browser.</p>
<ol class="steps">
<li>Open the app and choose to sign in.</li>
<li>When it asks for your server, give it this address:
<input class="code" id="server-address" type="text" readonly value="${config.origin}" aria-label="Address of this server"></li>
<li>It brings you back here to agree. That is all.</li>
</ol>
<p class="muted small">Looking for one? <a href="https://joinmastodon.org/apps" rel="noopener">A list of apps</a></p>
</section>
${FIRST_STEPS}
${owner && OWNER_STEPS}
<p class="links"><a href="/@${username}">Your profile</a> <a href="/settings">Settings</a></p>`
}

const FIRST_STEPS = html`<h2 class="settings-group">Make it yours</h2>
<ul class="card settings-list">
<li><a href="/settings/profile"><strong>Say who you are</strong><span class="muted small">A name, a picture and a few words, so that people follow you back</span></a></li>
<li><a href="/settings/preferences"><strong>Choose your languages</strong><span class="muted small">What you write in, and what public timelines show</span></a></li>
<li><a href="/settings/followed_tags"><strong>Follow hashtags</strong><span class="muted small">What interests you comes into your home timeline</span></a></li>
<li><a href="/settings/privacy"><strong>Decide who finds you</strong><span class="muted small">In search and suggestions, and who may follow you</span></a></li>
</ul>`

const OWNER_STEPS = html`<section class="card" aria-labelledby="owner-title">
<h2 id="owner-title">Your server</h2>
<p>Nobody else can make an account yet. To let people in, run on the server:</p>
<pre class="command"><code>npx rookery settings set registrations.mode open</code></pre>
<p>or <code>approval</code> in place of <code>open</code>, to look at each request first. <code>npx rookery --help</code> shows what else there is.</p>
</section>`
