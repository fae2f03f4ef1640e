import type { Post } from '../state/statuses.ts'
import type { Group, Groups } from './rows.ts'

const isBoost = ({ own }: Post): boolean => own.peek().reblog !== null

/** Posts of a page that answer each other, or the same post. @param posts newest first */
export function conversationsOf(posts: readonly Post[]): Groups {
  const written = posts.filter((post) => !isBoost(post))
  const answered = new Map(
    written.flatMap(({ id, own }) => {
      const to = own.peek().in_reply_to_id
      return to === null ? [] : [[id, to] as const]
    }),
  )
  const beginnings = new Map<string, string>()
  const beginningOf = (id: string): string => {
    const path: string[] = []
    let at = id
    for (;;) {
      const known = beginnings.get(at)
      const next = known ?? answered.get(at)
      // what answers itself by a detour, as servers may say it, begins anywhere
      if (next === undefined || next === at || path.includes(at)) break
      path.push(at)
      at = next
      if (known !== undefined) break
    }
    for (const one of path) beginnings.set(one, at)
    return at
  }
  const here = new Set(written.map(({ id }) => id))
  const groups = new Map<string, Group>()
  for (const [beginning, members] of Map.groupBy(written, ({ id }) => beginningOf(id))) {
    const [newest] = members
    if (newest === undefined || members.length === 1) continue
    const parent = here.has(beginning) ? null : beginning
    const group: Group = { kind: 'conversation', id: newest.id, parent }
    for (const { id } of members) groups.set(id, group)
  }
  return groups
}
