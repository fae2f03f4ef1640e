import type { Account, PreviewCard, Status } from '../../../shared/entities/api.ts'

export type Kind = 'posts' | 'replies' | 'quotes' | 'boosts'
export const KINDS: readonly Kind[] = ['posts', 'replies', 'quotes', 'boosts']

export type Order = 'oldest' | 'newest' | 'replies' | 'boosts' | 'favourites' | 'density' | 'length'

/** A post that came, once, however many brought it. */
export interface Entry<P> {
  /** of the status in the timeline: a boost has its own */
  id: string
  post: P
  /** what is read: of a boost the original */
  shown: Status
  kind: Kind
  /** ms: when it came, at first */
  at: number
  /** its author, or who boosted it, the first one first */
  by: readonly Account[]
  /** characters of its text, warning and poll */
  length: number
}

/** A post that the digest is made of. */
export interface Given<P> {
  own: Status
  post: P
  /** characters of its text, without markup */
  length: number
}

/** Each post once, oldest first. What somebody posted is theirs, whoever boosts it besides. */
export function entriesOf<P>(given: readonly Given<P>[]): Entry<P>[] {
  const found = new Map<string, Entry<P>>()
  const oldestFirst = given.toSorted(
    (a, b) => Date.parse(a.own.created_at) - Date.parse(b.own.created_at),
  )
  for (const { own, post, length } of oldestFirst) {
    const shown = own.reblog ?? own
    const before = found.get(shown.id)
    if (before === undefined) {
      const at = Date.parse(own.created_at)
      const all = length + pollLength(shown)
      found.set(shown.id, {
        id: own.id,
        post,
        shown,
        kind: kindOf(own),
        at,
        by: [own.account],
        length: all,
      })
    } else if (before.by.every(({ id }) => id !== own.account.id)) {
      found.set(shown.id, { ...before, by: [...before.by, own.account] })
    }
  }
  return [...found.values()]
}

function kindOf(own: Status): Kind {
  if (own.reblog !== null) return 'boosts'
  if (own.quote !== null) return 'quotes'
  const { in_reply_to_account_id: to, account } = own
  // who goes on with their own thread answers nobody
  return to !== null && to !== account.id ? 'replies' : 'posts'
}

const pollLength = ({ poll, spoiler_text }: Status): number =>
  spoiler_text.length + (poll?.options ?? []).reduce((sum, { title }) => sum + title.length, 0)

/** characters that are as much to take in as one unit, and what pictures and previews count beside text */
const UNIT = 140
const MEDIA = 2
const CARD = 1

/** How much there is to take in. */
export function densityOf({ shown, length }: Entry<unknown>): number {
  const { media_attachments: media, card } = shown
  const beside = media.length > 0 ? media.length * MEDIA : card === null ? 0 : CARD
  return length / UNIT + beside
}

const MEASURES: Readonly<Record<Order, (entry: Entry<unknown>) => number>> = {
  oldest: ({ at }) => -at,
  newest: ({ at }) => at,
  replies: ({ shown }) => shown.replies_count,
  boosts: ({ shown }) => shown.reblogs_count,
  favourites: ({ shown }) => shown.favourites_count,
  density: densityOf,
  length: ({ length }) => length,
}

export interface Choice {
  kind: Kind | null
  /** id of an account */
  person: string | null
  order: Order
  isGrouped: boolean
}

export const EVERYTHING: Choice = { kind: null, person: null, order: 'oldest', isGrouped: false }

export const isOfPerson = ({ by }: Entry<unknown>, person: string): boolean =>
  by.some(({ id }) => id === person)

/** Entries that are chosen, in their order; of the same measure the oldest first. */
export function arranged<P>(all: readonly Entry<P>[], choice: Choice): Entry<P>[] {
  const { kind, person, order, isGrouped } = choice
  const measure = MEASURES[order]
  const chosen = all
    .filter((entry) => kind === null || entry.kind === kind)
    .filter((entry) => person === null || isOfPerson(entry, person))
    .sort((a, b) => measure(b) - measure(a) || a.at - b.at)
  if (!isGrouped) return chosen
  const groups = Map.groupBy(chosen, ({ by }) => by[0]?.id ?? '')
  return [...groups.values()].sort((a, b) => b.length - a.length).flat()
}

export interface Person {
  account: Account
  count: number
}

/** People who brought something, those with the most first. */
export function peopleOf(all: readonly Entry<unknown>[]): Person[] {
  const found = new Map<string, Person>()
  for (const account of all.flatMap(({ by }) => by)) {
    const count = (found.get(account.id)?.count ?? 0) + 1
    found.set(account.id, { account, count })
  }
  return [...found.values()].sort((a, b) => b.count - a.count)
}

export function countKinds(all: readonly Entry<unknown>[]): Record<Kind, number> {
  const counts = { posts: 0, replies: 0, quotes: 0, boosts: 0 }
  for (const { kind } of all) counts[kind] += 1
  return counts
}

export interface Span {
  /** ms */
  from: number
  to: number
}

/** How many came in each of equal parts of the time. */
export function binsOf(
  all: readonly Entry<unknown>[],
  { from, to }: Span,
  parts: number,
): number[] {
  const bins = Array.from({ length: parts }, () => 0)
  for (const { at } of all) {
    const part = Math.floor(((at - from) / Math.max(1, to - from)) * parts)
    const within = Math.min(parts - 1, Math.max(0, part))
    bins[within] = (bins[within] ?? 0) + 1
  }
  return bins
}

export interface SharedLink {
  card: PreviewCard
  by: readonly Account[]
}

/** more are only shown if several people shared them */
const MOST_LINKS = 10

/** Links that were shared, those by the most people first, then those whose posts are liked and boosted most. */
export function linksOf(all: readonly Entry<unknown>[]): SharedLink[] {
  const found = new Map<string, SharedLink & { liked: number }>()
  for (const { shown, by } of all) {
    const { card } = shown
    if (card === null || card.type !== 'link' || card.title === '') continue
    const key = card.url.replace(/\/$/, '')
    const before = found.get(key) ?? { card, by: [], liked: 0 }
    const others = by.filter(({ id }) => before.by.every((one) => one.id !== id))
    const liked = before.liked + shown.favourites_count + shown.reblogs_count
    found.set(key, { card: before.card, by: [...before.by, ...others], liked })
  }
  return [...found.values()]
    .sort((a, b) => b.by.length - a.by.length || b.liked - a.liked)
    .filter(({ by }, at) => at < MOST_LINKS || by.length > 1)
}
