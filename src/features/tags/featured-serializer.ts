import { isoDay } from '../../kernel/base/json.ts'
import { accountUrl, taggedUrl } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'

/** https://docs.joinmastodon.org/entities/FeaturedTag/ ; the count is a string (S-140) */
export interface FeaturedTagEntity {
  id: string
  name: string
  url: string
  statuses_count: string
  last_status_at: string | null
}

interface Owner {
  id: string
  username: string
  domain: string | null
}

/**
 * Renders the hashtags on a profile, most used first. Only public and unlisted statuses count.
 * @param only id of one of them; default all
 */
export async function renderFeaturedTags(
  app: Pick<App, 'db' | 'config'>,
  owner: Owner,
  only: string | null = null,
): Promise<FeaturedTagEntity[]> {
  const rows = await app.db
    .selectFrom('featured_tag')
    .innerJoin('tag', 'tag.id', 'featured_tag.tag_id')
    .select(['featured_tag.id', 'featured_tag.tag_id', 'featured_tag.name', 'tag.name as slug'])
    .where('featured_tag.account_id', '=', owner.id)
    .$if(only !== null, (query) => query.where('featured_tag.id', '=', only!))
    .orderBy('featured_tag.id')
    .execute()
  if (rows.length === 0) return []
  const tagIds = rows.map((row) => row.tag_id)
  const uses = await loadUses(app.db, owner.id, tagIds)
  const counted = rows.map((row) => ({ row, use: uses.get(row.tag_id) ?? NEVER }))
  const { username, domain } = owner
  const profile = accountUrl(app.config, domain === null ? username : `${username}@${domain}`)
  return counted
    .sort((a, b) => b.use.count - a.use.count)
    .map(({ row, use }) => ({
      id: row.id,
      name: row.name,
      url: taggedUrl(profile, row.slug),
      statuses_count: String(use.count),
      last_status_at: use.last === null ? null : isoDay(use.last),
    }))
}

interface Uses {
  count: number
  /** ms since 1970 */
  last: number | null
}
const NEVER: Uses = { count: 0, last: null }

/** Numbers of an account's public and unlisted statuses with each tag, in the index `status_tag_account` alone. */
async function loadUses(
  db: Db,
  accountId: string,
  tagIds: readonly string[],
): Promise<Map<string, Uses>> {
  const counted = db
    .selectFrom('status_tag')
    .select('tag_id')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('status_id').as('last_id')])
    .where(idIn(db, 'tag_id', tagIds))
    .where('account_id', '=', accountId)
    .where('listed_as', '<>', 0)
    .groupBy('tag_id')
  const rows = await db
    .selectFrom(counted.as('counted'))
    .innerJoin('status', 'status.id', 'counted.last_id')
    .select(['counted.tag_id', 'counted.count', 'status.created_at as last'])
    .execute()
  return new Map(rows.map(({ tag_id, count, last }) => [tag_id, { count, last }]))
}
