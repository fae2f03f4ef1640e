import { extendJson, type JsonText, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { renderTags } from '../../tags/serializer.ts'

/** Tags for the staff, in the order of their ids. */
export async function renderAdminTags(
  app: Pick<App, 'db' | 'config' | 'clock' | 'versioned'>,
  ids: readonly string[],
  viewer: { readonly id: string },
): Promise<JsonText[]> {
  if (ids.length === 0) return []
  const rows = await app.db
    .selectFrom('tag')
    .select(['id', 'usable', 'listable', 'trendable'])
    .where(idIn(app.db, 'id', ids))
    .execute()
  const states = new Map(rows.map((row) => [row.id, row]))
  const tags = await renderTags(app, ids, viewer)
  return tags.map((tag) => {
    const { usable = true, listable = true, trendable = null } = states.get(tag.id) ?? {}
    return extendJson(toJson(tag), {
      usable,
      listable,
      trendable: trendable ?? false,
      requires_review: trendable === null,
    })
  })
}
