import { tagUrl } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { featuredTagIds } from './featured.ts'
import { followedAmong } from './follows.ts'
import { emptyHistory, type History, keptHistories, loadHistories, type Used } from './histories.ts'
import type { TagName } from './tags.ts'

/** https://docs.joinmastodon.org/entities/Tag/ */
export interface TagEntity {
  id: string
  name: string
  url: string
  history: History
  /** for signed-in viewers */
  following?: boolean
  featuring?: boolean
}

/** The viewer; null: not signed in. */
type Asking = { readonly id: string } | null

/** Renders tags in the order of the ids. */
export async function renderTags(
  app: Pick<App, 'db' | 'config' | 'clock' | 'versioned'>,
  ids: readonly string[],
  asking: Asking = null,
): Promise<TagEntity[]> {
  if (ids.length === 0) return []
  const [tags, histories, featured, followed] = await Promise.all([
    tagRows(app.db, ids),
    loadHistories(app, TAGS, ids),
    asking === null ? [] : featuredTagIds(app.db, asking.id),
    asking === null ? [] : followedAmong(app.db, asking.id, ids),
  ])
  const featuredIds = new Set(featured.map((one) => one.tag_id))
  const followedIds = new Set(followed)
  const tagById = new Map(tags.map((tag) => [tag.id, tag]))
  return ids
    .map((id) => tagById.get(id))
    .filter((tag) => tag !== undefined)
    .map((tag) => ({
      id: tag.id,
      name: tag.display_name,
      url: tagUrl(app.config, tag.name),
      history: histories.get(tag.id)!,
      ...ofViewer(asking, followedIds.has(tag.id), featuredIds.has(tag.id)),
    }))
}

/** An unused tag has no id (S-232). */
export function renderUnusedTag(
  app: Pick<App, 'config' | 'clock'>,
  { name, displayName }: TagName,
  asking: Asking,
): TagEntity {
  const url = tagUrl(app.config, name)
  const history = emptyHistory(app)
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

const TAGS: Used = {
  kept: keptHistories('tag_histories'),
  load: (db, ids, since) =>
    db
      .selectFrom('tag_use')
      .select(['tag_id as id', 'day'])
      .select((eb) => [
        eb.fn.countAll<number>().as('accounts'),
        eb.fn.sum<number>('uses').as('uses'),
      ])
      .where(idIn(db, 'tag_id', ids))
      .where('day', '>', since)
      .groupBy(['tag_id', 'day'])
      .execute(),
}
