import { DAY } from '../../kernel/base/durations.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Rendering } from '../accounts/serializer.ts'
import { renderCards } from '../statuses/cards/serializer.ts'
import { DAYS_SHOWN, presentHistory } from '../tags/serializer.ts'
import type { TrendingLink } from './listing.ts'

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
  const today = Math.floor(app.clock() / DAY)
  const [cards, uses] = await Promise.all([
    renderCards(
      app,
      links.map(({ card }) => card),
      viewerId,
    ),
    app.db
      .selectFrom('link_use')
      .select(['link_id', 'day'])
      .select((eb) => [
        eb.fn.countAll<number>().as('accounts'),
        eb.fn.sum<number>('uses').as('uses'),
      ])
      .where(
        idIn(
          app.db,
          'link_id',
          links.map(({ id }) => id),
        ),
      )
      .where('day', '>', today - DAYS_SHOWN)
      .groupBy(['link_id', 'day'])
      .execute(),
  ])
  const byDay = new Map(uses.map((use) => [`${use.link_id}/${use.day}`, use]))
  return links.map(({ id }, at) => ({
    ...cards[at]!,
    history: presentHistory(today, (day) => byDay.get(`${id}/${day}`)),
  }))
}
