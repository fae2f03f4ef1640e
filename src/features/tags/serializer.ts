import { DAY } from '../../kernel/base/durations.ts'
import { tagUrl } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { featuredTagIds } from './featured.ts'
import { followedAmong } from './follows.ts'
import type { TagName } from './tags.ts'

/** days of a history, including today */
export const DAYS_SHOWN = 7

/** https://docs.joinmastodon.org/entities/Tag/ ; all of the history is strings (S-233) */
export interface TagEntity {
  id: string
  name: string
  url: string
  history: { day: string; accounts: string; uses: string }[]
  /** for signed-in viewers */
  following?: boolean
  featuring?: boolean
}

/** The viewer; null: not signed in. */
type Asking = { readonly id: string } | null

/** Renders tags in the order of the ids. */
export async function renderTags(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  ids: readonly string[],
  asking: Asking = null,
): Promise<TagEntity[]> {
  if (ids.length === 0) return []
  const today = Math.floor(app.clock() / DAY)
  const [tags, uses, featured, followed] = await Promise.all([
    tagRows(app.db, ids),
    useRows(app.db, ids, today),
    asking === null ? [] : featuredTagIds(app.db, asking.id),
    asking === null ? [] : followedAmong(app.db, asking.id, ids),
  ])
  const featuredIds = new Set(featured.map((one) => one.tag_id))
  const followedIds = new Set(followed)
  const tagById = new Map(tags.map((tag) => [tag.id, tag]))
  const useByDay = new Map(uses.map((use) => [`${use.tag_id}/${use.day}`, use]))
  const useOf = (id: string, day: number) => useByDay.get(`${id}/${day}`)
  return ids
    .map((id) => tagById.get(id))
    .filter((tag) => tag !== undefined)
    .map((tag) => ({
      id: tag.id,
      name: tag.display_name,
      url: tagUrl(app.config, tag.name),
      history: presentHistory(today, (day) => useOf(tag.id, day)),
      ...ofViewer(asking, followedIds.has(tag.id), featuredIds.has(tag.id)),
    }))
}

/** An unused tag has no id (S-232). */
export function renderUnusedTag(
  app: Pick<App, 'config' | 'clock'>,
  { name, displayName }: TagName,
  asking: Asking,
): TagEntity {
  const today = Math.floor(app.clock() / DAY)
  const history = presentHistory(today, () => undefined)
  const url = tagUrl(app.config, name)
  return { id: '', name: displayName, url, history, ...ofViewer(asking, false, false) }
}

function ofViewer(asking: Asking, following: boolean, featuring: boolean) {
  return asking === null ? {} : { following, featuring }
}

async function tagRows(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'display_name'])
    .where(idIn(db, 'id', ids))
    .execute()
}

async function useRows(db: Db, ids: readonly string[], today: number) {
  return db
    .selectFrom('tag_use')
    .select(['tag_id', 'day'])
    .select((eb) => [eb.fn.countAll<number>().as('accounts'), eb.fn.sum<number>('uses').as('uses')])
    .where(idIn(db, 'tag_id', ids))
    .where('day', '>', today - DAYS_SHOWN)
    .groupBy(['tag_id', 'day'])
    .execute()
}

export type Use = { accounts: number; uses: number } | undefined

/** The last days, newest first; for tags and links. */
export function presentHistory(today: number, useOn: (day: number) => Use): TagEntity['history'] {
  return Array.from({ length: DAYS_SHOWN }, (_, ago) => {
    const day = today - ago
    const use = useOn(day)
    return {
      day: String((day * DAY) / 1000),
      accounts: String(use?.accounts ?? 0),
      uses: String(use?.uses ?? 0),
    }
  })
}
