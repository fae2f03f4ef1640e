import { byAge } from '../feed/id-order.ts'
import type { Post } from '../state/statuses.ts'

/** A reply with the replies to it. */
export interface Branch {
  post: Post
  replies: readonly Branch[]
}

/** In which order people read what answers the same post. */
export type Order = 'oldest' | 'newest' | 'liked'

interface TreeOptions {
  order?: Order
  /** account that the thread is by: what they add to their own posts comes first in any order */
  authorId?: string | undefined
}

/**
 * Puts replies under what they answer. What answers something that is not there, as a filter hides it, stands at the
 * first level.
 */
export function treeOf(
  focalId: string,
  posts: readonly Post[],
  { order = 'oldest', authorId }: TreeOptions = {},
): readonly Branch[] {
  const ids = new Set(posts.map(({ id }) => id))
  const byParent = Map.groupBy(inOrder(posts, order), (post) => {
    const parent = post.own.peek().in_reply_to_id ?? focalId
    return ids.has(parent) ? parent : focalId
  })
  const goesOn = ({ own }: Post): boolean => {
    const { account, in_reply_to_account_id: to } = own.peek()
    return account.id === authorId && to === authorId
  }
  const branchesOf = (id: string): readonly Branch[] => {
    const replies = byParent.get(id) ?? []
    const sorted = [
      ...replies.filter(goesOn).sort(byTime),
      ...replies.filter((one) => !goesOn(one)),
    ]
    return sorted.map((post) => ({ post, replies: branchesOf(post.id) }))
  }
  return branchesOf(focalId)
}

/** older ones first */
const byTime = (one: Post, other: Post): number => byAge(other.id, one.id)

function inOrder(posts: readonly Post[], order: Order): readonly Post[] {
  if (order === 'newest') return posts.toSorted((one, other) => byTime(other, one))
  const oldest = posts.toSorted(byTime)
  if (order === 'oldest') return oldest
  const likes = ({ own }: Post): number => own.peek().favourites_count
  return oldest.sort((one, other) => likes(other) - likes(one))
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
