import type { Selectable } from 'kysely'
import { isoTime, type JsonText } from '../../../kernel/base/json.ts'
import { proxiedCardUrl } from '../../../kernel/base/urls.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { loadAccounts, type Rendering } from '../../accounts/serializer.ts'
import type { PreviewCardTable } from '../tables.ts'
import { fetchCardJob } from './job.ts'

/** ms; spreads the requests of servers that receive the same link at the same time. */
const JITTER = 10_000

const cardsOf = prepared((db, p: { statusIds: readonly string[] }) =>
  db
    .selectFrom('status_card')
    .leftJoin('preview_card', 'preview_card.id', 'status_card.card_id')
    .where(idIn(db, 'status_card.status_id', p.statusIds))
    .where('status_card.state', 'in', ['waiting', 'ready'])
    .selectAll('preview_card')
    .select(['status_card.status_id', 'status_card.state', 'status_card.url as link']),
)

/**
 * Previews of statuses' links, by status, each with the account that its page names if that account
 * does not name the page. A preview that is not fetched yet is absent, and its fetch is enqueued.
 * @see https://docs.joinmastodon.org/entities/PreviewCard/
 */
export async function loadCards(app: Rendering, statusIds: readonly string[]) {
  const rows = await cardsOf(app.db, { statusIds })
  for (const { state, link } of rows) {
    if (state !== 'waiting') continue
    app.deferredJobs.add(fetchCardJob(link, app.clock() + Math.random() * JITTER))
  }
  const cards = rows.flatMap(({ status_id, id, ...row }) =>
    id === null ? [] : [{ status_id, card: { ...row, id } as Card }],
  )
  const shown = await renderCards(
    app,
    cards.map(({ card }) => card),
  )
  return new Map(
    cards.map(({ status_id, card }, at) => [
      status_id,
      { entity: shown[at]!, uncredited: card.unverified_author_account_id },
    ]),
  )
}

/**
 * The entities of previews, in their order.
 * @param viewerId the viewer whose missing attribution is rendered
 */
export async function renderCards(
  app: Rendering,
  cards: readonly Card[],
  viewerId: string | null = null,
) {
  const authors = await loadAccounts(
    app,
    cards.map((card) => card.author_account_id).filter((account) => account !== null),
  )
  return cards.map((card) => ({
    ...presentCard(app, card, authors),
    ...(viewerId === null
      ? {}
      : { missing_attribution: card.unverified_author_account_id === viewerId }),
  }))
}

export type Card = Selectable<PreviewCardTable>

function presentCard({ config }: Rendering, card: Card, authors: ReadonlyMap<string, JsonText>) {
  const account = authors.get(card.author_account_id ?? '')
  return {
    url: card.url,
    title: card.title,
    description: card.description,
    language: card.language,
    type: card.type,
    author_name: card.author_name,
    author_url: card.author_url,
    provider_name: card.provider_name,
    provider_url: card.provider_url,
    html: card.html,
    width: card.width,
    height: card.height,
    image: card.image_remote_url === null ? null : proxiedCardUrl(config, card.id),
    image_description: card.image_description,
    embed_url: card.embed_url,
    blurhash: card.blurhash,
    published_at: card.published_at === null ? null : isoTime(card.published_at),
    authors: [
      {
        name: card.author_name,
        url: card.author_url,
        account: account === undefined ? null : JSON.parse(account),
      },
    ].filter((author) => author.name !== '' || author.account !== null),
  }
}
