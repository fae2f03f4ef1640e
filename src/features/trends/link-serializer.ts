import { idIn } from '../../kernel/db/id-in.ts'
import type { Rendering } from '../accounts/serializer.ts'
import { renderCards } from '../statuses/cards/serializer.ts'
import { keptHistories, loadHistories, type Used } from '../tags/histories.ts'
import type { TrendingLink } from './listing.ts'

const LINKS: Used = {
  kept: keptHistories('link_histories'),
  load: (db, ids, since) =>
    db
      .selectFrom('link_use')
      .select(['link_id as id', 'day'])
      .select((eb) => [
        eb.fn.countAll<number>().as('accounts'),
        eb.fn.sum<number>('uses').as('uses'),
      ])
      .where(idIn(db, 'link_id', ids))
      .where('day', '>', since)
      .groupBy(['link_id', 'day'])
      .execute(),
}

/**
 * Renders links with their history of seven days (S-244), in their order.
 * @see https://docs.joinmastodon.org/entities/PreviewCard/#trends-link
 */
export async function renderLinks(
  app: Rendering & { clock: () => number },
  links: readonly TrendingLink[],
  viewerId: string | null = null,
) {
  if (links.length === 0) return []
  const [cards, histories] = await Promise.all([
    renderCards(
      app,
      links.map(({ card }) => card),
      viewerId,
    ),
    loadHistories(
      app,
      LINKS,
      links.map(({ id }) => id),
    ),
  ])
  return links.map(({ id }, at) => ({ ...cards[at]!, history: histories.get(id)! }))
}
