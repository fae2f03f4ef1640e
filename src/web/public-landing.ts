import { renderAccounts } from '../accounts/serializer.ts'
import type { App } from '../app.ts'
import { findContactId } from '../instance/contact.ts'
import { registrationsOpen } from '../instance/registrations.ts'
import { type RuleEntity, rules } from '../instance/rules.ts'
import type { Settings } from '../instance/settings.ts'
import type { Usage } from '../instance/usage.ts'
import { renderTags } from '../tags/serializer.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { publicPage } from '../timelines/public.ts'
import { renderLinks } from '../trends/link-serializer.ts'
import { trendingLinks, trendingTagIds } from '../trends/listing.ts'
import { bannerImage, figures } from './public-about-pages.ts'
import { accountCard } from './public-account-parts.ts'
import { type AccountEntity, parseEntities, type StatusEntity } from './public-entities.ts'
import { isClosed, visibleFeed } from './public-page.ts'
import { loadPage, statusList } from './public-statuses-list.ts'

const STATUSES_SHOWN = 10
const RULES_SHOWN = 5
const TAGS_SHOWN = 6
const LINKS_SHOWN = 3

/**
 * What visitors see first: what this server is, who is here and what is talked about. The client shows the same
 * (web/client/pages/landing) and takes its place.
 */
export async function drawLanding(app: App, known: Settings, usage: Usage): Promise<SafeHtml> {
  const closed = await isClosed(app)
  const [list, contact, topics, statuses] = await Promise.all([
    app.cached.get(rules),
    loadContact(app, known),
    closed ? NO_TOPICS : loadTopics(app),
    closed ? null : loadRecent(app, known),
  ])
  return html`${hero(app, known, usage)}
${topicsOf(topics)}
${house(app, list, contact)}
${statuses !== null && recent(app, statuses)}`
}

function hero(app: App, known: Settings, usage: Usage): SafeHtml {
  return html`<section class="card flush hero">
${bannerImage(app, known)}
<div class="card-body">
<h1>${known.title}</h1>
<p class="lead">${known.description || 'A place on the fediverse: follow people on any server, and be followed from everywhere.'}</p>
${buttons(known)}
${figures(usage)}
</div>
</section>`
}

function buttons(known: Settings): SafeHtml {
  const join = known['registrations.mode'] === 'approval' ? 'Ask to join' : 'Create an account'
  const open = registrationsOpen(known)
  return html`<p class="buttons">${open && html`<a class="button primary" href="/auth/sign_up">${join}</a>`}<a class="button ${open ? 'secondary' : 'primary'}" href="/auth/sign_in">Sign in</a><a class="button quiet" href="/about">About this server</a></p>`
}

interface Topics {
  tags: readonly { name: string }[]
  links: readonly { url: string; title: string; provider_name: string }[]
}

const NO_TOPICS: Topics = { tags: [], links: [] }

async function loadTopics(app: App): Promise<Topics> {
  const place = { offset: 0, audience: 'everybody' as const }
  const [ids, links] = await Promise.all([
    trendingTagIds(app, { ...place, limit: TAGS_SHOWN }),
    trendingLinks(app, { ...place, limit: LINKS_SHOWN, languages: [] }),
  ])
  const shown = JSON.parse(JSON.stringify(await renderLinks(app, links)))
  return { tags: await renderTags(app, ids), links: shown }
}

function topicsOf({ tags, links }: Topics): SafeHtml {
  if (tags.length + links.length === 0) return html``
  return html`<section class="card" aria-labelledby="topics-title">
<h2 id="topics-title">What people talk about</h2>
${tags.length > 0 && html`<ul class="topics">${tags.map(({ name }) => html`<li><a href="/tags/${encodeURIComponent(name)}"><bdi>#${name}</bdi></a></li>`)}</ul>`}
${
  links.length > 0 &&
  html`<ul class="topic-links">${links.map((link) => html`<li><a href="${link.url}" rel="noopener nofollow"><bdi>${link.title || link.url}</bdi></a><span class="muted small">${link.provider_name || URL.parse(link.url)?.host}</span></li>`)}</ul>`
}
<p class="landing-more"><a href="/explore">Explore</a></p>
</section>`
}

async function loadContact(app: App, known: Settings): Promise<AccountEntity | null> {
  const id = await findContactId(app.db, known)
  const [found] = id === null ? [] : parseEntities<AccountEntity>(await renderAccounts(app, [id]))
  return found ?? null
}

/** What holds here, and who sees to it. */
function house(app: App, list: readonly RuleEntity[], contact: AccountEntity | null): SafeHtml {
  if (list.length === 0 && contact === null) return html``
  return html`<div class="landing-house">
${
  list.length > 0 &&
  html`<section class="card" aria-labelledby="rules-title">
<h2 id="rules-title">House rules</h2>
<ol class="rule-list">${list.slice(0, RULES_SHOWN).map(({ text }) => html`<li><strong>${text}</strong></li>`)}</ol>
<p class="landing-more"><a href="/about">All the rules</a></p>
</section>`
}
${
  contact !== null &&
  html`<section class="card" aria-labelledby="contact-title">
<h2 id="contact-title">Who runs it</h2>
${accountCard(app.config, contact)}
</section>`
}
</div>`
}

/** The newest posts of this server; null where visitors may not see them. */
async function loadRecent(app: App, known: Settings): Promise<StatusEntity[] | null> {
  const feed = visibleFeed(known, 'live', null)
  if (feed === 'sign in' || feed === 'none' || feed === 'remote') return null
  const timeline = {
    viewerId: null,
    origin: 'local' as const,
    onlyMedia: false,
    languages: null,
    tags: null,
  }
  const page = { maxId: null, sinceId: null, minId: null, limit: STATUSES_SHOWN }
  const found = await publicPage(app, timeline, page, app.clock())
  return (await loadPage(app, found)).statuses
}

function recent(app: App, statuses: StatusEntity[]): SafeHtml {
  const drawing = { config: app.config, now: app.clock() }
  const empty = html`<p>Nobody has posted for everybody yet.</p>`
  return html`<h2 class="section-title">Lately here</h2>
${statusList(drawing, { label: 'Lately here', statuses, empty })}
<p class="buttons landing-on"><a class="button secondary" href="/public/local">More from here</a></p>`
}
