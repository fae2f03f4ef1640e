import { viewer } from '../../shared/session.ts'
import type { Post } from '../state/statuses.ts'
import { webSetting } from '../state/web-settings.ts'
import { groupingFor } from './boosts.ts'
import type { Source } from './feed.ts'
import { HOME, statusSource } from './feed-cache.ts'
import type { Cursor } from './gap.ts'
import { readParents } from './parents.ts'
import { readPosition } from './read-position.ts'
import type { Grouping } from './rows.ts'

const posts = statusSource(HOME)

async function read(cursor: Cursor) {
  const page = await posts.read(cursor)
  const groups = homeGrouping()?.(page.items).values() ?? []
  const parents = new Set([...groups].flatMap(({ parent }) => (parent === null ? [] : [parent])))
  await readParents([...parents])
  return page
}

/** The home timeline: where it was read to, with what its posts answer. */
export const homeSource: Source<Post> = { ...posts, read, readPosition }

/** Which posts stand together, as the person wants it. */
export const homeGrouping = (): Grouping<Post> | undefined =>
  groupingFor({
    conversations: webSetting('group_replies').value,
    boosts: webSetting('group_boosts').value,
  })

export const isBoost = ({ own }: Post): boolean => own.peek().reblog !== null

/** An answer to somebody else. */
export function isReply({ own }: Post): boolean {
  const { reblog, in_reply_to_account_id: to, account } = own.peek()
  return reblog === null && to !== null && to !== account.id && account.id !== viewer?.account_id
}
