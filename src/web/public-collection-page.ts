import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { renderWithAccounts } from '../collections/serializer.ts'
import { NotFound } from '../errors.ts'
import { IdParams } from '../http/params.ts'
import { settings } from '../instance/settings.ts'
import { html } from '../text/html.ts'
import type { Pages } from './pages.ts'
import { accountCard, accountLink } from './public-account-parts.ts'
import type { AccountEntity } from './public-entities.ts'
import { NOINDEX, previewTags } from './public-open-graph.ts'
import {
  createEntrance,
  leaveFor,
  type PublicCall,
  showPublicPage,
  showToReader,
  userOf,
} from './public-page.ts'
import { nameOf } from './public-text.ts'
import { counted } from './public-words.ts'

/** What the page reads of https://docs.joinmastodon.org/entities/Collection/ */
interface CollectionEntity {
  uri: string
  url: string | null
  name: string
  /** as typed */
  description: string
  language: string | null
  local: boolean
  sensitive: boolean
  discoverable: boolean
  tag: { name: string } | null
}

/** Whom somebody recommends. */
export const collectionPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get('/collections/:id', { schema: { params: IdParams } }, async (request, reply) => {
    const call = await entrance.guarded(request, reply)
    if (call === null) return reply
    return showCollection(app, call, request.params.id)
  })
}

async function showCollection(app: App, call: PublicCall, id: string): Promise<FastifyReply> {
  const shown = await renderWithAccounts(app, userOf(call)?.id ?? null, id)
  if (shown === null) throw new NotFound('This collection is not here')
  const collection: CollectionEntity = JSON.parse(shown.collection)
  if (!collection.local) {
    const shownHere = await showToReader(app, call, 'collection')
    return shownHere ?? leaveFor(call.reply, collection.url ?? collection.uri)
  }
  const [owner, ...people] = JSON.parse(shown.accounts) as AccountEntity[]
  if (owner === undefined) throw new NotFound()
  const { title: site } = await app.cached.get(settings)
  return showPublicPage(app, call, {
    title: collection.name,
    takenOver: 'collection',
    head: head(site, collection, owner),
    uri: collection.uri,
    body: html`<header class="page-head">
<div><h1><bdi>${collection.name}</bdi></h1>
<p class="muted">${counted(people.length, 'account', 'accounts')} recommended by ${accountLink(owner, 'plain')}${collection.sensitive && ' · sensitive'}</p></div>
${collection.tag !== null && html`<a class="button secondary" href="/tags/${encodeURIComponent(collection.tag.name)}">#${collection.tag.name}</a>`}
</header>
${collection.description !== '' && html`<p class="list-note" dir="auto"${language(collection)}>${collection.description}</p>`}
${people.length === 0 ? html`<section class="card empty"><p>Nobody is in this collection yet.</p></section>` : list(app, people)}`,
  })
}

function language({ language: code }: CollectionEntity) {
  return code === null ? html`` : html` lang="${code}"`
}

function list(app: App, people: readonly AccountEntity[]) {
  return html`<section class="card" aria-label="Accounts">
${people.map((account) => html`<article class="status">${accountCard(app.config, account)}</article>\n`)}</section>`
}

function head(site: string, collection: CollectionEntity, owner: AccountEntity) {
  const { name, description, url, uri, discoverable } = collection
  const said = description === '' ? `Accounts that ${nameOf(owner)} recommends` : description
  const preview = {
    type: 'website' as const,
    site,
    title: name,
    description: said,
    url: url ?? uri,
  }
  return html`${previewTags(preview)}
${!discoverable && NOINDEX}`
}
