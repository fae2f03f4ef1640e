import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import type { Account, Search, Tag } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { profilePath } from '../../state/accounts.ts'
import { hasOperators } from './operators.ts'
import { recentSearches } from './recent.ts'
import { namesOne } from './resolve.ts'

/** Something that is offered while somebody types. */
export type Offer =
  | { kind: 'recent' | 'search'; id: string; text: string; label: string }
  | { kind: 'open'; id: string; text: string; label: string }
  | { kind: 'account'; id: string; path: string; account: Account }
  | { kind: 'tag'; id: string; path: string; tag: Tag }

/** ms after the last key */
const PAUSE = 200
const FEWEST = 2
const MOST = 4

/** Suggestions for the typed text; with no text, the recent searches. */
export function useOffers(typed: string, isOpen: boolean): readonly Offer[] {
  const text = typed.trim()
  const [found, setFound] = useState<{ text: string; offers: readonly Offer[] }>(NONE)
  useEffect(() => {
    if (!isOpen || text.length < FEWEST || namesOne(text) || hasOperators(text)) return
    let isOver = false
    const timer = setTimeout(async () => {
      const offers = await find(text)
      if (!isOver) setFound({ text, offers })
    }, PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, isOpen])
  if (text === '') return recentSearches.value.map(recentOffer)
  // those for the letters before stay until others are there, so that the list does not blink
  const isFitting = text.startsWith(found.text) && found.text !== ''
  return [...direct(text), ...(isFitting && !hasOperators(text) ? found.offers : [])]
}

const NONE = { text: '', offers: [] }

const recentOffer = (text: string): Offer => ({
  kind: 'recent',
  id: `recent-${text}`,
  text,
  label: text,
})

function direct(text: string): Offer[] {
  if (namesOne(text)) {
    return [{ kind: 'open', id: 'open', text, label: t('Open {address}', { address: text }) }]
  }
  const label =
    viewer === null ? t('Search for “{text}”', { text }) : t('Posts with “{text}”', { text })
  return [{ kind: 'search', id: 'search', text, label }]
}

async function find(q: string): Promise<Offer[]> {
  const name = q.replace(/^[#@]/, '')
  if (name === '') return []
  const only = q.startsWith('#')
    ? { type: 'hashtags' }
    : q.startsWith('@')
      ? { type: 'accounts' }
      : {}
  const found = await api
    .get<Search>('/api/v2/search', { q: name, limit: MOST, ...only })
    .catch(() => null)
  if (found === null) return []
  return [
    ...found.accounts.map(
      (account): Offer => ({
        kind: 'account',
        id: `account-${account.id}`,
        path: profilePath(account),
        account,
      }),
    ),
    ...found.hashtags.map(
      (tag): Offer => ({
        kind: 'tag',
        id: `tag-${tag.name}`,
        path: `/tags/${encodeURIComponent(tag.name)}`,
        tag,
      }),
    ),
  ]
}
