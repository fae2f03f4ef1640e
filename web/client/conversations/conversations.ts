import { type Signal, signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import type { Account, Conversation } from '../../shared/entities/api.ts'
import type { Source } from '../feed/feed.ts'
import { createLatestFeed, type LatestFeed } from '../notifications/latest-feed.ts'
import { keepUnread } from '../notifications/unread-counts.ts'
import { keepAccount } from '../state/accounts.ts'
import { keepPost, type Post } from '../state/statuses.ts'

export interface Talk {
  id: string
  accounts: readonly Account[]
  post: Post
  unread: Signal<boolean>
}

const PATH = '/api/v1/conversations'

/** @returns null for one whose last post is gone */
function talkOf(conversation: Conversation): Talk | null {
  const { id, accounts, last_status: last, unread } = conversation
  if (last === null) return null
  keepUnread(id, unread)
  return {
    id,
    accounts: accounts.map(keepAccount),
    post: keepPost(last),
    unread: signal(unread),
  }
}

/** @param owner of the list, as a column is: it has a place of its own */
const sourceOf = (owner: string): Source<Talk> => ({
  key: owner === '' ? PATH : `${PATH}#${owner}`,
  async read(cursor) {
    const page = await api.page<Conversation>(PATH, cursor)
    const items = page.items.flatMap((one) => talkOf(one) ?? [])
    return { ...page, items, count: page.items.length }
  },
  idOf: ({ post }) => post.id,
})

const lists = new Map<string, LatestFeed<Talk>>()

/** The viewer's conversations, the latest first. @param owner see `sourceOf`; empty: their page */
export function talks(owner = ''): LatestFeed<Talk> {
  const known = lists.get(owner)
  if (known !== undefined) return known
  const made = createLatestFeed(sourceOf(owner), ({ id }) => id)
  lists.set(owner, made)
  return made
}

export const forgetTalks = (owner: string): void => void lists.delete(owner)

/** Takes what the stream tells: what changed in place, or a newer post, which waits. */
export function receiveTalk(list: LatestFeed<Talk>, conversation: Conversation): void {
  const talk = talkOf(conversation)
  if (talk === null || list.state.peek() === 'new') return
  const before = list.find(talk.id)
  if (before?.post.id === talk.post.id) before.unread.value = talk.unread.peek()
  else list.receive(talk)
}

export async function markTalk(talk: Talk, unread: boolean): Promise<void> {
  const before = talk.unread.peek()
  talk.unread.value = unread
  keepUnread(talk.id, unread)
  try {
    await api.post(`${PATH}/${talk.id}/${unread ? 'unread' : 'read'}`)
  } catch (error) {
    talk.unread.value = before
    keepUnread(talk.id, before)
    throw error
  }
}

export async function deleteTalk(talk: Talk): Promise<void> {
  await api.delete(`${PATH}/${talk.id}`)
  keepUnread(talk.id, null)
  for (const list of lists.values()) list.remove(({ id }) => id === talk.id)
}
