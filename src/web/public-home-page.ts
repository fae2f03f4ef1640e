import { renderAccounts } from '../accounts/serializer.ts'
import type { App } from '../app.ts'
import { findContactId } from '../instance/contact.ts'
import { registrationsOpen } from '../instance/registrations.ts'
import { type Settings, settings } from '../instance/settings.ts'
import { setupState } from '../oauth/setup.ts'
import { renderHeads } from '../statuses/serializer.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { publicPage } from '../timelines/public.ts'
import { goTo, type Pages } from './pages.ts'
import { bannerImage, serverPreview } from './public-about-pages.ts'
import { type AccountEntity, parseEntities, type StatusEntity } from './public-entities.ts'
import {
  createEntrance,
  isClosed,
  type PublicCall,
  showPublicPage,
  userOf,
  visibleFeed,
} from './public-page.ts'
import { statusList } from './public-statuses-list.ts'

const STATUSES_SHOWN = 10

/** The start page: what this server is, how to come in, and what is said here. */
export const homePages: Pages = (server, app, door) => {
  const { open } = createEntrance(app, door)

  server.get('/', async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    const known = await app.cached.get(settings)
    const owner = known.single_user ? await findOwner(app, known) : null
    if (owner !== null) return goTo(reply, `/@${owner.username}`)
    const isNew = (await setupState(app, '')) !== 'done'
    return showPublicPage(app, call, {
      title: known.title,
      head: serverPreview(app, known, '/'),
      body: isNew ? NOT_SET_UP : await drawHome(app, call, known),
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

async function drawHome(app: App, call: PublicCall, known: Settings): Promise<SafeHtml> {
  const statuses = await loadRecent(app, call, known)
  const drawing = { config: app.config, now: app.clock() }
  return html`<section class="card flush hero">
${bannerImage(app, known)}
<div class="card-body">
<h1>${known.title}</h1>
<p class="lead">${known.description || 'A place on the fediverse: follow people on any server, and be followed from everywhere.'}</p>
${buttons(call, known)}
</div>
</section>
${statuses !== null && html`<h2 class="section-title">Lately here</h2>${statusList(drawing, { label: 'Lately here', statuses, empty: html`<p>Nobody has posted for everybody yet.</p>` })}`}`
}

function buttons(call: PublicCall, known: Settings): SafeHtml {
  const user = userOf(call)
  if (user !== null) {
    return html`<p class="buttons"><a class="button primary" href="/@${user.username}">Your profile</a><a class="button secondary" href="/welcome">Connect an app</a></p>`
  }
  const join = known['registrations.mode'] === 'approval' ? 'Ask to join' : 'Create an account'
  return html`<p class="buttons">${registrationsOpen(known) && html`<a class="button primary" href="/auth/sign_up">${join}</a>`}<a class="button ${registrationsOpen(known) ? 'secondary' : 'primary'}" href="/auth/sign_in">Sign in</a><a class="button quiet" href="/about">About this server</a></p>`
}

/** The newest posts of this server; null where the visitor may not see them. */
async function loadRecent(
  app: App,
  call: PublicCall,
  known: Settings,
): Promise<StatusEntity[] | null> {
  const viewer = userOf(call)
  if (viewer === null && (await isClosed(app))) return null
  const feed = visibleFeed(known, 'live', viewer)
  if (feed === 'sign in' || feed === 'none' || feed === 'remote') return null
  const timeline = {
    viewerId: null,
    origin: 'local' as const,
    onlyMedia: false,
    languages: null,
    tags: null,
  }
  const page = { maxId: null, sinceId: null, minId: null, limit: STATUSES_SHOWN }
  const heads = await publicPage(app.db, timeline, page, app.clock())
  return parseEntities<StatusEntity>(await renderHeads(app, null, heads))
}
