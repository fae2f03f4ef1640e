import { tagUrl } from '../addresses.ts'
import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'

const DAY = 86_400_000
const DAYS_SHOWN = 7

/** https://docs.joinmastodon.org/entities/Tag/ ; all of the history is strings (S-233) */
export interface TagEntity {
  id: string
  name: string
  url: string
  history: { day: string; accounts: string; uses: string }[]
  /** for who is signed in; nobody can follow or feature a tag yet */
  following?: false
  featuring?: false
}

/**
 * Renders tags in the order of the ids.
 * @param asking null is nobody signed in
 */
export async function renderTags(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  ids: readonly string[],
  asking: object | null = null,
): Promise<TagEntity[]> {
  if (ids.length === 0) return []
  const today = Math.floor(app.clock() / DAY)
  const [tags, uses] = await Promise.all([
    app.db
      .selectFrom('tag')
      .select(['id', 'name', 'display_name'])
      .where(idIn(app.db, 'id', ids))
      .execute(),
    app.db
      .selectFrom('tag_use')
      .select(['tag_id', 'day'])
      .select((eb) => [
        eb.fn.countAll<number>().as('accounts'),
        eb.fn.sum<number>('uses').as('uses'),
      ])
      .where(idIn(app.db, 'tag_id', ids))
      .where('day', '>', today - DAYS_SHOWN)
      .groupBy(['tag_id', 'day'])
      .execute(),
  ])
  const tagById = new Map(tags.map((tag) => [tag.id, tag]))
  const useByDay = new Map(uses.map((use) => [`${use.tag_id}/${use.day}`, use]))
  return ids
    .map((id) => tagById.get(id))
    .filter((tag) => tag !== undefined)
    .map((tag) => ({
      id: tag.id,
      name: tag.display_name,
      url: tagUrl(app.config, tag.name),
      history: Array.from({ length: DAYS_SHOWN }, (_, ago) => {
        const day = today - ago
        const use = useByDay.get(`${tag.id}/${day}`)
        return {
          day: String((day * DAY) / 1000),
          accounts: String(use?.accounts ?? 0),
          uses: String(use?.uses ?? 0),
        }
      }),
      ...(asking === null ? {} : ({ following: false, featuring: false } as const)),
    }))
}
