import { renderAccounts } from '../../../features/accounts/serializer.ts'
import { setupState } from '../../../features/identity/sign-up/setup.ts'
import { findContactId } from '../../../features/instance/contact.ts'
import { rules } from '../../../features/instance/rules.ts'
import { type Settings, settings } from '../../../features/instance/settings.ts'
import { createUsage } from '../../../features/instance/usage.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { HOME } from '../frame/account-links.ts'
import { goTo, type Pages } from '../pages.ts'
import { serverPreview } from './about-pages.ts'
import { type AccountEntity, parseEntities } from './entities.ts'
import { drawLanding } from './landing.ts'
import { createLandingData } from './landing-data.ts'
import { createEntrance, MAY_LAG, showPublicPage, userOf } from './page.ts'

/** The start page: introduces the server, its sign-up and its public posts. */
export const homePages: Pages = (server, app, door) => {
  const { open } = createEntrance(app, door)
  const usage = createUsage(app)
  const landing = createLandingData(app)

  server.get('/', MAY_LAG, async (request, reply) => {
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
      roomy: !isNew,
      body: isNew ? NOT_SET_UP : await body(known),
    })
  })

  async function body(known: Settings): Promise<SafeHtml> {
    const [counts, list, data] = await Promise.all([
      usage.get(),
      app.cached.get(rules),
      landing.get(known),
    ])
    return drawLanding(app, known, { usage: counts, rules: list, data })
  }
}

async function findOwner(app: App, known: Settings): Promise<AccountEntity | null> {
  const id = await findContactId(app.db, known)
  const [owner] = id === null ? [] : parseEntities<AccountEntity>(await renderAccounts(app, [id]))
  return owner ?? null
}

const NOT_SET_UP = html`<div class="card">
<h1>${t('Your server is running')}</h1>
<p>${t('One step is left: create the owner’s account. For that, open the link that the server printed in its terminal or log when it was started. It begins with')}</p>
<pre class="command"><code>/setup?token=</code></pre>
<p class="muted small">${t('Only somebody who can see what the server prints has that link, so nobody else can take over your server. Restart the server to see it again.')}</p>
</div>`
