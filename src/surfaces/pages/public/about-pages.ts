import type { FastifyReply, FastifyRequest } from 'fastify'
import { renderAccounts } from '../../../features/accounts/serializer.ts'
import { findContactId } from '../../../features/instance/contact.ts'
import { type RuleEntity, rules } from '../../../features/instance/rules.ts'
import { type Settings, settings } from '../../../features/instance/settings.ts'
import { SOFTWARE } from '../../../features/instance/software.ts'
import { sourceUrlOf } from '../../../features/instance/source/routes.ts'
import {
  currentTerms,
  presentExtendedDescription,
  presentPrivacyPolicy,
  termsOfDay,
} from '../../../features/instance/texts.ts'
import { createUsage, type Usage } from '../../../features/instance/usage.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { assetUrl, fileUrl } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import { wordsOfPage } from '../../../kernel/http/locale.ts'
import { html, raw, rich, richPlural, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import type { Pages } from '../pages.ts'
import { accountCard } from './account-parts.ts'
import type { AccountEntity } from './entities.ts'
import { previewTags } from './open-graph.ts'
import { createEntrance, MAY_LAG, type PublicCall, showPublicPage } from './page.ts'
import { longDay, shortNumber } from './words.ts'

/** Pages that describe the server. */
export const aboutPages: Pages = (server, app, door) => {
  const { open } = createEntrance(app, door)
  const usage = createUsage(app)

  server.get('/about', MAY_LAG, async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    const known = await app.cached.get(settings)
    const [counts, ruleList, contact] = await Promise.all([
      usage.get(),
      app.cached.get(rules),
      loadContact(app, known),
    ])
    return showPublicPage(app, call, {
      title: t('About {title}', { title: known.title }),
      head: serverPreview(app, known, '/about'),
      roomy: true,
      body: about(app, known, { usage: counts, rules: ruleList, contact }),
    })
  })

  server.get('/privacy-policy', MAY_LAG, async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    const words = wordsOfPage(request)
    const policy = presentPrivacyPolicy(app.config, await app.cached.get(settings), words)
    return showDocument(app, call, t('Privacy policy'), {
      content: policy.content,
      note: html`${rich('Last changed on {longDay}', { longDay: html`<time datetime="${policy.updated_at}">${longDay(policy.updated_at)}</time>` })}`,
    })
  })

  server.get<{ Params: { date?: string } }>('/terms-of-service', MAY_LAG, showTerms)
  server.get<{ Params: { date?: string } }>('/terms-of-service/:date', MAY_LAG, showTerms)

  async function showTerms(
    request: FastifyRequest<{ Params: { date?: string } }>,
    reply: FastifyReply,
  ) {
    const call = await open(request, reply)
    if (call === null) return reply
    const { date } = request.params
    const terms = date === undefined ? await currentTerms(app) : await termsOfDay(app, date)
    if (terms === null) throw new NotFound('This server has no such terms of service')
    return showDocument(app, call, t('Terms of service'), {
      content: terms.content,
      note: termsNote(terms),
    })
  }
}

/** Tells when the terms take effect, and which terms follow them. */
function termsNote({
  effective,
  effective_date: date,
  succeeded_by: next,
}: {
  effective: boolean
  effective_date: string
  succeeded_by: string | null
}): SafeHtml {
  const since = (effective ? IN_FORCE : TO_COME)(
    html`<time datetime="${date}">${longDay(date)}</time>`,
  )
  if (next === null) return since
  return html`${since}. <a href="/terms-of-service/${next}">${t('Others follow them on {longDay}', { longDay: longDay(next) })}</a>`
}

/** @param document its content is sanitised HTML or this server's own */
function showDocument(
  app: App,
  call: PublicCall,
  title: Text,
  { content, note }: { content: string; note: SafeHtml },
) {
  return showPublicPage(app, call, {
    title,
    body: html`<article class="card prose">
<h1>${title}</h1>
<p class="muted small">${note}</p>
${raw(content)}
</article>`,
  })
}

/** Preview tags for links to the server. */
export function serverPreview(app: App, known: Settings, path: string): SafeHtml {
  const { title, description, banner } = known
  const image =
    banner === null ? assetUrl(app.config, 'preview.png') : bannerUrl(app, banner.key_1x)
  return previewTags({
    type: 'website',
    site: title,
    title,
    description: description || t('{title} is part of the fediverse', { title }),
    url: `${app.config.origin}${path}`,
    image: { url: image, alt: banner?.description ?? '', width: 1200, height: 630, large: true },
  })
}

const bannerUrl = (app: App, key: string) => fileUrl(app.config, key)

/** The server's picture; empty if the operator has not set one. */
export function bannerImage(app: App, { banner }: Settings): SafeHtml {
  if (banner === null) {
    return html`<img class="banner" src="${assetUrl({ origin: '' }, 'header.png')}" alt="" width="1500" height="500">`
  }
  const [single, double] = [bannerUrl(app, banner.key_1x), bannerUrl(app, banner.key_2x)]
  return html`<img class="banner" src="${single}" srcset="${single} 1x, ${double} 2x" alt="${banner.description}" width="1200" height="630">`
}

async function loadContact(app: App, known: Settings): Promise<AccountEntity | null> {
  const id = await findContactId(app.db, known)
  const [text] = id === null ? [] : await renderAccounts(app, [id])
  return text === undefined ? null : (JSON.parse(text) as AccountEntity)
}

interface Facts {
  usage: Usage
  rules: readonly RuleEntity[]
  contact: AccountEntity | null
}

function about(app: App, known: Settings, facts: Facts): SafeHtml {
  const extended = presentExtendedDescription(known).content
  return html`<div class="landing">
<section class="card flush hero">
${bannerImage(app, known)}
<div class="card-body">
<h1><bdi>${known.title}</bdi></h1>
${known.description !== '' && html`<p class="lead"><bdi>${known.description}</bdi></p>`}
${figures(facts.usage)}
</div>
</section>
<div class="landing-recent">
${extended !== '' && html`<section class="card prose" dir="auto">${raw(extended)}</section>`}
${facts.rules.length > 0 && ruleCard(facts.rules)}
</div>
<div class="landing-side">
${contactCard(app, known, facts.contact)}
<section class="card" aria-labelledby="software-title">
<h2 id="software-title">${t('Software')}</h2>
<p>${rich('This server runs Rookery {version}, free software under the AGPL. You may see, use and change its <link>source code</link>.', { version: SOFTWARE.version, link: (text: SafeHtml) => html`<a href="${sourceUrlOf(app.config, known)}" rel="noopener">${text}</a>` })}</p>
</section>
</div>
</div>`
}

const IN_FORCE = (day: SafeHtml) => rich('In force since {day}', { day })
const TO_COME = (day: SafeHtml) => rich('In force from {day}', { day })

/** Numbers of users, posts and known servers. */
export function figures({ users, statuses, domains }: Usage): SafeHtml {
  const shown = (value: number) => ({
    n: shortNumber(value),
    b: (text: SafeHtml) => html`<strong>${text}</strong>`,
  })
  return html`<ul class="totals">
<li>${richPlural(users, '<b>{n}</b> person', '<b>{n}</b> people', shown(users))}</li>
<li>${richPlural(statuses, '<b>{n}</b> post', '<b>{n}</b> posts', shown(statuses))}</li>
${domains > 0 && html`<li>${richPlural(domains, '<b>{n}</b> known server', '<b>{n}</b> known servers', shown(domains))}</li>`}
</ul>`
}

function contactCard(
  app: App,
  { contact_email: email }: Settings,
  contact: AccountEntity | null,
): SafeHtml {
  if (contact === null && email === '') return html``
  return html`<section class="card" aria-labelledby="contact-title">
<h2 id="contact-title">${t('Contact')}</h2>
${contact !== null && accountCard(app.config, contact)}
${email !== '' && html`<p class="contact-mail">${rich('E-mail: {email}', { email: html`<a class="break" href="mailto:${email}">${email}</a>` })}</p>`}
</section>`
}

function ruleCard(list: readonly RuleEntity[]): SafeHtml {
  return html`<section class="card" aria-labelledby="rules-title">
<h2 id="rules-title">${t('Rules')}</h2>
<ol class="rule-list">
${list.map(({ text, hint }) => html`<li><strong><bdi>${text}</bdi></strong>${hint !== '' && html`<br><bdi class="muted">${hint}</bdi>`}</li>`)}
</ol>
</section>`
}
