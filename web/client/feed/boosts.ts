import type { Post } from '../state/statuses.ts'
import { conversationsOf } from './conversations.ts'
import type { Group, Grouping, Groups } from './rows.ts'

/** so many boosts in a row are shown as one */
const RUN = 3

/** Boosts of a group account are posts that its members wrote, and stand alone. */
const isBoost = ({ own }: Post): boolean => {
  const { reblog, account } = own.peek()
  return reblog !== null && !account.group
}

/**
 * Boosts of a page that follow each other, with nothing between them.
 * @param posts newest first
 * @param others groups that are shown elsewhere: only the newest of each stands where it is
 */
export function boostRunsOf(posts: readonly Post[], others: Groups = new Map()): Groups {
  const groups = new Map<string, Group>()
  let run: Post[] = []
  const close = () => {
    const [newest] = run
    if (newest !== undefined && run.length >= RUN) {
      const group: Group = { kind: 'boosts', id: newest.id, parent: null }
      for (const { id } of run) groups.set(id, group)
    }
    run = []
  }
  for (const post of posts) {
    const other = others.get(post.id)
    if (isBoost(post)) run.push(post)
    else if (other === undefined || other.id === post.id) close()
  }
  close()
  return groups
}

const withBoosts: Grouping<Post> = (posts) => {
  const conversations = conversationsOf(posts)
  return new Map([...conversations, ...boostRunsOf(posts, conversations)])
}

const boostsAlone: Grouping<Post> = (posts) => boostRunsOf(posts)

/** The grouping that somebody wants: always the same function for the same wishes. */
export function groupingFor(wanted: {
  conversations: boolean
  boosts: boolean
}): Grouping<Post> | undefined {
  if (wanted.boosts) return wanted.conversations ? withBoosts : boostsAlone
  return wanted.conversations ? conversationsOf : undefined
}
