import type { FastifyReply, FastifyRequest } from 'fastify'
import { renderAccounts } from '../accounts/serializer.ts'
import { assetUrl, fileUrl } from '../addresses.ts'
import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { findContactId } from '../instance/contact.ts'
import { type RuleEntity, rules } from '../instance/rules.ts'
import { type Settings, settings } from '../instance/settings.ts'
import { SOFTWARE } from '../instance/software.ts'
import { sourceUrlOf } from '../instance/source/routes.ts'
import {
  currentTerms,
  presentExtendedDescription,
  presentPrivacyPolicy,
  termsOfDay,
} from '../instance/texts.ts'
import { createUsage, type Usage } from '../instance/usage.ts'
import { html, raw, type SafeHtml } from '../text/html.ts'
import type { Pages } from './pages.ts'
import { accountCard } from './public-account-parts.ts'
import type { AccountEntity } from './public-entities.ts'
import { previewTags } from './public-open-graph.ts'
import { createEntrance, type PublicCall, showPublicPage } from './public-page.ts'
import { longDay, shortNumber } from './public-words.ts'

/** Pages that describe the server. */
export const aboutPages: Pages = (server, app, door) => {
  const { open } = createEntrance(app, door)
  const usage = createUsage(app)

  server.get('/about', async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    const known = await app.cached.get(settings)
    const [counts, ruleList, contact] = await Promise.all([
      usage.get(),
      app.cached.get(rules),
      loadContact(app, known),
    ])
    return showPublicPage(app, call, {
      title: `About ${known.title}`,
      head: serverPreview(app, known, '/about'),
      body: about(app, known, { usage: counts, rules: ruleList, contact }),
    })
  })

  server.get('/privacy-policy', async (request, reply) => {
    const call = await open(request, reply)
    if (call === null) return reply
    const policy = presentPrivacyPolicy(app.config, await app.cached.get(settings))
    return showDocument(app, call, 'Privacy policy', {
      content: policy.content,
      note: html`Last changed on <time datetime="${policy.updated_at}">${longDay(policy.updated_at)}</time>`,
    })
  })

  server.get<{ Params: { date?: string } }>('/terms-of-service', showTerms)
  server.get<{ Params: { date?: string } }>('/terms-of-service/:date', showTerms)

  async function showTerms(
    request: FastifyRequest<{ Params: { date?: string } }>,
    reply: FastifyReply,
  ) {
    const call = await open(request, reply)
    if (call === null) return reply
    const { date } = request.params
    const terms = date === undefined ? await currentTerms(app) : await termsOfDay(app, date)
    if (terms === null) throw new NotFound('This server has no such terms of service')
    return showDocument(app, call, 'Terms of service', {
      content: terms.content,
      note: termsNote(terms),
    })
  }
}

/** Since when they count, and what comes after them. */
function termsNote({
  effective,
  effective_date: date,
  succeeded_by: next,
}: {
  effective: boolean
  effective_date: string
  succeeded_by: string | null
}): SafeHtml {
  const since = html`${effective ? 'In force since' : 'In force from'} <time datetime="${date}">${longDay(date)}</time>`
  if (next === null) return since
  return html`${since}. <a href="/terms-of-service/${next}">Others follow them on ${longDay(next)}</a>`
}

/** @param document its content is HTML that was sanitised, or our own */
function showDocument(
  app: App,
  call: PublicCall,
  title: string,
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

/** What other sites show of links to the server. */
export function serverPreview(app: App, known: Settings, path: string): SafeHtml {
  const { title, description, banner } = known
  const image =
    banner === null ? assetUrl(app.config, 'preview.png') : bannerUrl(app, banner.key_1x)
  return previewTags({
    type: 'website',
    site: title,
    title,
    description: description || `${title} is part of the fediverse`,
    url: `${app.config.origin}${path}`,
    image: { url: image, alt: banner?.description ?? '', width: 1200, height: 630, large: true },
  })
}

const bannerUrl = (app: App, key: string) => fileUrl(app.config, key)

/** The server's picture, where the operator gave it one. */
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
  return html`<section class="card flush">
${bannerImage(app, known)}
<div class="card-body">
<h1>${known.title}</h1>
${known.description !== '' && html`<p class="lead">${known.description}</p>`}
${figures(facts.usage)}
</div>
</section>
${extended !== '' && html`<section class="card prose">${raw(extended)}</section>`}
${contactCard(app, known, facts.contact)}
${facts.rules.length > 0 && ruleCard(facts.rules)}
<section class="card" aria-labelledby="software-title">
<h2 id="software-title">Software</h2>
<p>This server runs Rookery ${SOFTWARE.version}, free software under the AGPL. You may see, use and change its <a href="${sourceUrlOf(app.config, known)}" rel="noopener">source code</a>.</p>
</section>`
}

/** How large the server is. */
export function figures({ users, statuses, domains }: Usage): SafeHtml {
  const figure = (value: number, one: string, many: string) =>
    html`<li><strong>${shortNumber(value)}</strong> ${value === 1 ? one : many}</li>`
  return html`<ul class="totals">
${figure(users, 'person', 'people')}
${figure(statuses, 'post', 'posts')}
${domains > 0 && figure(domains, 'known server', 'known servers')}
</ul>`
}

function contactCard(
  app: App,
  { contact_email: email }: Settings,
  contact: AccountEntity | null,
): SafeHtml {
  if (contact === null && email === '') return html``
  return html`<section class="card" aria-labelledby="contact-title">
<h2 id="contact-title">Contact</h2>
${contact !== null && accountCard(app.config, contact)}
${email !== '' && html`<p class="contact-mail">E-mail: <a class="break" href="mailto:${email}">${email}</a></p>`}
</section>`
}

function ruleCard(list: readonly RuleEntity[]): SafeHtml {
  return html`<section class="card" aria-labelledby="rules-title">
<h2 id="rules-title">Rules</h2>
<ol class="rule-list">
${list.map(({ text, hint }) => html`<li><strong>${text}</strong>${hint !== '' && html`<br><span class="muted">${hint}</span>`}</li>`)}
</ol>
</section>`
}
