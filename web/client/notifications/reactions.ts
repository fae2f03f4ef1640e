import type { Account } from '../../shared/entities/api.ts'
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

/** Somebody who reacted to a post, and with what: `favourite`, `reblog`. */
export interface Reacted {
  account: Account
  types: readonly string[]
}

/**
 * Everybody who reacted to a post, once.
 * @param groups of one post, newest first
 * @returns null where a group has more people than are known
 */
export function everyReaction(groups: readonly Group[]): Reacted[] | null {
  if (groups.some(({ accounts, count }) => count > accounts.length)) return null
  const each = groups.flatMap(({ type, accounts }) =>
    accounts.map((account) => ({ type, account })),
  )
  const people = Map.groupBy(each, ({ account }) => account.id)
  return [...people.values()].map((deeds) => ({
    account: deeds[0]!.account,
    types: deeds.map(({ type }) => type),
  }))
}
