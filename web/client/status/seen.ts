import { type Signal, signal } from '@preact/signals'
import type { Translation } from '../../shared/entities/api.ts'

/** What the person opened of a status; it stays open while they read on and come back. */
export interface Seen {
  /** the content warning; undefined: as the preference says */
  spoiler?: boolean
  /** media that are covered at first */
  media?: boolean
  /** in spite of a filter */
  filtered?: boolean
  /** the whole of a long text */
  whole?: boolean
  /** a quote of somebody who was blocked or muted */
  quote?: boolean
  translation?: Translation
}

const known = new Map<string, Signal<Seen>>()
const MOST = 1000

/** @param id of the status whose text it is, not of a boost */
export function seenOf(id: string): Signal<Seen> {
  const there = known.get(id)
  if (there !== undefined) return there
  const made = signal<Seen>({})
  known.set(id, made)
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
  return made
}

export function see(id: string, changes: Seen): void {
  const seen = seenOf(id)
  seen.value = { ...seen.peek(), ...changes }
}
