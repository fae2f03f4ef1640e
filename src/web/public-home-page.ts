import { renderAccounts } from '../accounts/serializer.ts'
import type { App } from '../app.ts'
import { findContactId } from '../instance/contact.ts'
import { type Settings, settings } from '../instance/settings.ts'
import { createUsage } from '../instance/usage.ts'
import { setupState } from '../oauth/setup.ts'
import { html } from '../text/html.ts'
import { HOME } from './account-links.ts'
import { goTo, type Pages } from './pages.ts'
import { serverPreview } from './public-about-pages.ts'
import { type AccountEntity, parseEntities } from './public-entities.ts'
import { drawLanding } from './public-landing.ts'
import { createEntrance, showPublicPage, userOf } from './public-page.ts'

/** The start page: what this server is, how to come in, and what is said here. */
export const homePages: Pages = (server, app, door) => {
  const { open } = createEntrance(app, door)
  const usage = createUsage(app)

  server.get('/', async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    if (userOf(call) !== null) return goTo(reply, HOME)
    const known = await app.cached.get(settings)
    const owner = known.single_user ? await findOwner(app, known) : null
    if (owner !== null) return goTo(reply, `/@${owner.username}`)
    const isNew = (await setupState(app, '')) !== 'done'
    return showPublicPage(app, call, {
      title: known.title,
      takenOver: isNew ? undefined : 'landing',
      head: serverPreview(app, known, '/'),
      body: isNew ? NOT_SET_UP : await drawLanding(app, known, await usage.get()),
    })
  })
}

async function findOwner(app: App, known: Settings): Promise<AccountEntity | null> {
  const id = await findContactId(app.db, known)
  const [owner] = id === null ? [] : parseEntities<AccountEntity>(await renderAccounts(app, [id]))
  return owner ?? null
}

const NOT_SET_UP = html`<div class="card">
<h1>Your server is running</h1>
<p>One step is left: create the owner’s account. For that, open the link that the server printed in its terminal or log when it was started. It begins with</p>
<pre class="command"><code>/setup?token=</code></pre>
<p class="muted small">Only somebody who can see what the server prints has that link, so nobody else can take over your server. Restart the server to see it again.</p>
</div>`
