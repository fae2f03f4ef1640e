import type { Grouping, Group as RowGroup } from '../feed/rows.ts'
import type { Group } from './groups.ts'

const REACTIONS = ['favourite', 'reblog']

/**
 * Favourites and boosts of the same post in a page are shown as one, in the place of the newest of them: the post is
 * named once. It decides by page, so nothing that was shown moves when another one arrives.
 */
export const reactionsOf: Grouping<Group> = (groups) => {
  const reactions = groups.filter(({ type, post }) => REACTIONS.includes(type) && post !== null)
  const found = new Map<string, RowGroup>()
  for (const same of Map.groupBy(reactions, ({ post }) => post?.id).values()) {
    const [newest, other] = same
    if (newest === undefined || other === undefined) continue
    const row: RowGroup = { kind: 'reactions', id: newest.key, parent: null }
    for (const { key } of same) found.set(key, row)
  }
  return found
}
