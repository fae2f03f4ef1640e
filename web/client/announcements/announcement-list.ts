import type { Announcement, Reaction } from '../../shared/entities/api.ts'

/** A reaction as a stream tells it: how many there are, but not whether one is the viewer's. */
export interface ReactionCount extends Reaction {
  announcement_id: string
}

/** The emoji that somebody reacts with; without an address it is a character. */
export interface Reacting {
  name: string
  url?: string | null
  static_url?: string | null
}

/** Newest first, whatever the times of the events. */
export const newestFirst = (all: readonly Announcement[]): Announcement[] =>
  all.toSorted((a, b) => b.published_at.localeCompare(a.published_at) || (a.id < b.id ? 1 : -1))

export const isUnread = ({ read }: Announcement): boolean => read !== true

/** Takes one from a stream: what the viewer did with it is not in there, so it stays. */
export function withArrival(
  all: readonly Announcement[],
  arrived: Announcement,
): readonly Announcement[] {
  const before = all.find(({ id }) => id === arrived.id)
  const own = (name: string) => before?.reactions.find((one) => one.name === name)?.me ?? false
  const reactions = arrived.reactions.map((one) => ({ ...one, me: own(one.name) }))
  const taken = { ...arrived, reactions, read: before?.read ?? false }
  return newestFirst([...all.filter(({ id }) => id !== arrived.id), taken])
}

export const withoutOne = (all: readonly Announcement[], gone: string): readonly Announcement[] =>
  all.filter(({ id }) => id !== gone)

/** Takes the number of a reaction. */
export function withCount(
  all: readonly Announcement[],
  { announcement_id, ...count }: ReactionCount,
): readonly Announcement[] {
  return withReactions(all, announcement_id, (before) => {
    const known = before.find(({ name }) => name === count.name)
    return put(before, { me: false, ...known, ...count })
  })
}

/** The viewer's own reaction, added or taken back. */
export function withOwn(
  all: readonly Announcement[],
  id: string,
  { name, url, static_url }: Reacting,
  isOn: boolean,
): readonly Announcement[] {
  return withReactions(all, id, (before) => {
    const known = before.find((one) => one.name === name)
    if ((known?.me ?? false) === isOn) return before
    const count = (known?.count ?? 0) + (isOn ? 1 : -1)
    const shown = url ? { url, static_url: static_url ?? url } : {}
    return put(before, { name, ...shown, ...known, count, me: isOn })
  })
}

function withReactions(
  all: readonly Announcement[],
  id: string,
  change: (before: readonly Reaction[]) => readonly Reaction[],
): readonly Announcement[] {
  return all.map((one) => (one.id === id ? { ...one, reactions: change(one.reactions) } : one))
}

/** In its place, or at the end; gone at zero. */
function put(before: readonly Reaction[], changed: Reaction): readonly Reaction[] {
  const isKnown = before.some(({ name }) => name === changed.name)
  const all = isKnown
    ? before.map((one) => (one.name === changed.name ? changed : one))
    : [...before, changed]
  return all.filter(({ count }) => count > 0)
}
