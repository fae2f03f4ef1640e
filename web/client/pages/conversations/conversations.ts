import { type Signal, signal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import type { Account, Conversation } from '../../../shared/entities/api.ts'
import type { Source } from '../../feed/feed.ts'
import { keepUnread } from '../../frame/counts.ts'
import { createLatestFeed, type LatestFeed } from '../../notifications/latest-feed.ts'
import { keepAccount } from '../../state/accounts.ts'
import { keepPost, type Post } from '../../state/statuses.ts'

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

const source: Source<Talk> = {
  key: PATH,
  async read(cursor) {
    const page = await api.page<Conversation>(PATH, cursor)
    return { ...page, items: page.items.flatMap((one) => talkOf(one) ?? []) }
  },
  idOf: ({ post }) => post.id,
}

let feed: LatestFeed<Talk> | null = null

/** Who one has written with in private, the latest first. */
export function talks(): LatestFeed<Talk> {
  feed ??= createLatestFeed(source, ({ id }) => id)
  return feed
}

/** Takes what the stream tells: what changed in place, or a newer post. */
export function receiveTalk(conversation: Conversation): void {
  const talk = talkOf(conversation)
  const list = talks()
  if (talk === null || list.state.peek() === 'new') return
  const before = list.find(talk.id)
  if (before?.post.id === talk.post.id) {
    before.unread.value = talk.unread.peek()
    return
  }
  list.receive(talk)
  // nobody is reading further down: what moves moves out of nobody's sight
  if (scrollY < 100) list.showWaiting()
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
  talks().remove(({ id }) => id === talk.id)
}
