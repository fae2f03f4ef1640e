import { api } from '../../../shared/api.ts'
import type { Account, Search, Tag } from '../../../shared/entities/api.ts'
import { readCustomEmojis } from '../../state/server.ts'
import { customGroups, unicodeGroups } from '../emoji/emoji-groups.ts'
import { type Emoji, findEmojis } from '../emoji/emoji-search.ts'
import { isVague, type Token } from './token.ts'

export type Suggestion =
  | { kind: 'account'; text: string; account: Account }
  | { kind: 'tag'; text: string; tag: Tag }
  | { kind: 'emoji'; text: string; emoji: Emoji }

const MOST = 6

/** Suggestions, best first. A failed request gives none: writing goes on without suggestions. */
export async function suggest(token: Token): Promise<readonly Suggestion[]> {
  const { kind, typed } = token
  try {
    if (kind === 'account') return await accounts(typed)
    return kind === 'tag' ? await tags(typed) : await emojis(typed, isVague(token))
  } catch {
    return []
  }
}

/** Accounts that the viewer follows come before the others. */
async function accounts(typed: string): Promise<Suggestion[]> {
  const query = { q: typed, limit: MOST, resolve: false }
  const [followed, all] = await Promise.all([
    api.get<Account[]>('/api/v1/accounts/search', { ...query, following: true }),
    api.get<Account[]>('/api/v1/accounts/search', query),
  ])
  const unique = new Map([...followed, ...all].map((account) => [account.id, account]))
  return [...unique.values()]
    .slice(0, MOST)
    .map((account) => ({ kind: 'account', text: `@${account.acct}`, account }))
}

async function tags(typed: string): Promise<Suggestion[]> {
  const found = await api.get<Search>('/api/v2/search', { q: typed, type: 'hashtags', limit: MOST })
  return found.hashtags.map((tag) => ({ kind: 'tag', text: `#${tag.name}`, tag }))
}

/** @param isOwn of the server's own alone */
async function emojis(typed: string, isOwn: boolean): Promise<Suggestion[]> {
  const read = isOwn ? [] : unicodeGroups().catch(() => [])
  const [unicode] = await Promise.all([read, readCustomEmojis()])
  const groups = [...customGroups(), ...unicode]
  return findEmojis(groups, typed, MOST).map((emoji) => ({
    kind: 'emoji',
    text: emoji.text,
    emoji,
  }))
}
