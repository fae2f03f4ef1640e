import { registrationsOpen } from '../../../features/instance/registrations.ts'
import type { RuleEntity } from '../../../features/instance/rules.ts'
import type { Settings } from '../../../features/instance/settings.ts'
import type { Usage } from '../../../features/instance/usage.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { drawing } from '../drawing.ts'
import { bannerImage, figures } from './about-pages.ts'
import { accountCard } from './account-parts.ts'
import { activityPlot } from './activity-plot.ts'
import type { AccountEntity, StatusEntity } from './entities.ts'
import { firstPictures } from './gallery.ts'
import type { LandingData } from './landing-data.ts'
import { statusList } from './statuses-list.ts'

const RULES_SHOWN = 5

interface Facts {
  usage: Usage
  rules: readonly RuleEntity[]
  data: LandingData
}

/**
 * The landing page for visitors: about the server, its accounts and trending topics. The client draws the same page
 * (web/client/pages/landing) and replaces this one.
 */
export function drawLanding(app: App, known: Settings, { usage, rules, data }: Facts): SafeHtml {
  return html`<div class="landing">
${hero(app, known, usage, data.weeks)}
${pictures(data.pictures)}
<div class="landing-side">
${people(app, data.people)}
${topicsOf(data)}
${ruleCard(rules)}
${contactCard(app, data.contact)}
</div>
<div class="landing-recent">
${data.statuses !== null && recentPosts(app, known, data.statuses)}
</div>
</div>`
}

function hero(app: App, known: Settings, usage: Usage, weeks: readonly number[]): SafeHtml {
  return html`<section class="card flush hero">
${bannerImage(app, known)}
<div class="card-body">
<h1><bdi>${known.title}</bdi></h1>
<p class="lead"><bdi>${known.description || t('A place on the fediverse: follow people on any server, and be followed from everywhere.')}</bdi></p>
${buttons(known)}
${figures(usage)}
${activityPlot(weeks)}
</div>
</section>`
}

function buttons(known: Settings): SafeHtml {
  const join =
    known['registrations.mode'] === 'approval' ? t('Ask to join') : t('Create an account')
  const open = registrationsOpen(known)
  return html`<p class="buttons">${open && html`<a class="button primary" href="/auth/sign_up">${join}</a>`}<a class="button ${open ? 'secondary' : 'primary'}" href="/auth/sign_in">${t('Sign in')}</a><a class="button quiet" href="/about">${t('About this server')}</a></p>`
}

function pictures(statuses: readonly StatusEntity[]): SafeHtml {
  if (statuses.length === 0) return html``
  return html`<section class="landing-pictures" aria-labelledby="pictures-title">
<h2 id="pictures-title" class="landing-title">${t('Pictures from here')}</h2>
${firstPictures(statuses)}
</section>`
}

function people(app: App, accounts: readonly AccountEntity[]): SafeHtml {
  if (accounts.length === 0) return html``
  return html`<section class="card" aria-labelledby="people-title">
<h2 id="people-title">${t('Who is here')}</h2>
<ul class="landing-people">${accounts.map((account) => html`<li>${accountCard(app.config, account)}</li>`)}</ul>
<p class="landing-more"><a href="/directory">${t('See everybody who is here')}</a></p>
</section>`
}

function topicsOf({ tags, links }: Pick<LandingData, 'tags' | 'links'>): SafeHtml {
  if (tags.length + links.length === 0) return html``
  return html`<section class="card" aria-labelledby="topics-title">
<h2 id="topics-title">${t('What people talk about')}</h2>
${tags.length > 0 && html`<ul class="topics">${tags.map(({ name }) => html`<li><a href="/tags/${encodeURIComponent(name)}"><bdi>#${name}</bdi></a></li>`)}</ul>`}
${
  links.length > 0 &&
  html`<ul class="topic-links">${links.map((link) => html`<li><a href="${link.url}" rel="noopener nofollow"><bdi>${link.title || link.url}</bdi></a><span class="muted small">${link.provider_name || parseUrl(link.url)?.host}</span></li>`)}</ul>`
}
<p class="landing-more"><a href="/explore">${t('Explore')}</a></p>
</section>`
}

function ruleCard(rules: readonly RuleEntity[]): SafeHtml {
  if (rules.length === 0) return html``
  return html`<section class="card" aria-labelledby="rules-title">
<h2 id="rules-title">${t('House rules')}</h2>
<ol class="landing-rules">${rules.slice(0, RULES_SHOWN).map(({ text }) => html`<li><bdi>${text}</bdi></li>`)}</ol>
<p class="landing-more"><a href="/about">${t('All the rules')}</a></p>
</section>`
}

function contactCard(app: App, contact: AccountEntity | null): SafeHtml {
  if (contact === null) return html``
  return html`<section class="card" aria-labelledby="contact-title">
<h2 id="contact-title">${t('Who runs it')}</h2>
${accountCard(app.config, contact)}
</section>`
}

function recentPosts(app: App, known: Settings, statuses: readonly StatusEntity[]): SafeHtml {
  if (statuses.length === 0) return quiet(known)
  const timeline = { config: app.config, now: app.clock() }
  return html`<h2 class="landing-title">${t('Lately here')}</h2>
${statusList(timeline, { label: t('Lately here'), statuses, empty: html`` })}
<p class="buttons landing-on"><a class="button secondary" href="/public/local">${t('More from here')}</a></p>`
}

/** In the place of posts where nobody has posted yet. */
function quiet(known: Settings): SafeHtml {
  return html`<section class="card empty" aria-labelledby="quiet-title">
${drawing('nest')}
<h2 id="quiet-title">${t('The nest is being built')}</h2>
<p>${t('Nobody has posted for everybody yet. What people write here appears in this place, with their pictures and what they talk about.')}</p>
<p class="buttons landing-on">${registrationsOpen(known) && html`<a class="button primary" href="/auth/sign_up">${t('Be among the first')}</a>`}<a class="button secondary" href="/explore">${t('Explore')}</a></p>
</section>`
}
