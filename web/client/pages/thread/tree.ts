import type { Post } from '../../state/statuses.ts'
import { isHidden } from '../../status/filters.ts'

/** A reply with the replies to it. */
export interface Branch {
  post: Post
  replies: readonly Branch[]
}

/**
 * Puts replies under what they answer, in the order given. What answers something that is not there, as it is
 * hidden from the person, stands at the first level.
 */
export function treeOf(focalId: string, posts: readonly Post[]): readonly Branch[] {
  const shown = posts.filter((post) => !isHidden(post.shown.peek(), 'thread'))
  const ids = new Set(shown.map(({ id }) => id))
  const byParent = Map.groupBy(shown, (post) => {
    const parent = post.own.peek().in_reply_to_id ?? focalId
    return ids.has(parent) ? parent : focalId
  })
  const branchesOf = (id: string): readonly Branch[] =>
    (byParent.get(id) ?? []).map((post) => ({ post, replies: branchesOf(post.id) }))
  return branchesOf(focalId)
}

/** How many there are in branches altogether. */
export const sizeOf = (branches: readonly Branch[]): number =>
  branches.reduce((sum, { replies }) => sum + 1 + sizeOf(replies), 0)

/** A branch up to where it forks: those that follow each other one by one, and the fork. */
export function chainOf(branch: Branch): { posts: readonly Post[]; forks: readonly Branch[] } {
  const posts = [branch.post]
  let { replies } = branch
  while (replies.length === 1 && replies[0] !== undefined) {
    posts.push(replies[0].post)
    replies = replies[0].replies
  }
  return { posts, forks: replies }
}
