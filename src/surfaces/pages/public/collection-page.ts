import type { FastifyReply } from 'fastify'
import { renderWithAccounts } from '../../../features/collections/serializer.ts'
import { settings } from '../../../features/instance/settings.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { IdParams } from '../../../kernel/http/params.ts'
import { html, rich } from '../../../kernel/text/html.ts'
import { plural, t } from '../../../kernel/text/messages.ts'
import type { Pages } from '../pages.ts'
import { accountCard, accountLink } from './account-parts.ts'
import type { AccountEntity } from './entities.ts'
import { NOINDEX, previewTags } from './open-graph.ts'
import {
  createEntrance,
  leaveFor,
  MAY_LAG,
  type PublicCall,
  showPublicPage,
  showToReader,
  userOf,
} from './page.ts'
import { nameOf } from './text.ts'

/** Members that the page reads of https://docs.joinmastodon.org/entities/Collection/ */
interface CollectionEntity {
  uri: string
  url: string | null
  name: string
  /** plain text */
  description: string
  language: string | null
  local: boolean
  sensitive: boolean
  discoverable: boolean
  tag: { name: string } | null
}

/** Pages of collections: the accounts that somebody recommends. */
export const collectionPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/collections/:id',
    { ...MAY_LAG, schema: { params: IdParams } },
    async (request, reply) => {
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      return showCollection(app, call, request.params.id)
    },
  )
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
<div class="page-title"><h1><bdi>${collection.name}</bdi></h1></div>
<p class="page-lead">${rich('{people} recommended by {accountLink}', { people: plural(people.length, '{n} account', '{n} accounts'), accountLink: accountLink(owner, 'plain') })}${collection.sensitive && html` · ${t('sensitive')}`}${collection.tag !== null && html` · <a href="/tags/${encodeURIComponent(collection.tag.name)}">#${collection.tag.name}</a>`}</p>
</header>
${collection.description !== '' && html`<p class="list-note" dir="auto"${language(collection)}>${collection.description}</p>`}
${people.length === 0 ? html`<section class="card empty"><p>${t('Nobody is in this collection yet.')}</p></section>` : list(app, people)}`,
  })
}

function language({ language: code }: CollectionEntity) {
  return code === null ? html`` : html` lang="${code}"`
}

function list(app: App, people: readonly AccountEntity[]) {
  return html`<section class="card" aria-label="${t('Accounts')}">
${people.map((account) => html`<article class="status">${accountCard(app.config, account)}</article>\n`)}</section>`
}

function head(site: string, collection: CollectionEntity, owner: AccountEntity) {
  const { name, description, url, uri, discoverable } = collection
  const said =
    description === ''
      ? t('Accounts that {owner} recommends', { owner: nameOf(owner) })
      : description
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
