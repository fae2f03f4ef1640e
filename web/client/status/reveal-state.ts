import { type Signal, signal } from '@preact/signals'
import type { Translation } from '../../shared/entities/api.ts'

/** Covered parts of a status that the viewer opened; they stay open while the viewer reads on and returns. */
export interface RevealState {
  /** the content warning; undefined: as the preference says */
  spoiler?: boolean
  /** media that are covered at first */
  media?: boolean
  /** in spite of a filter */
  filtered?: boolean
  /** the whole of a long text */
  whole?: boolean
  /** the middle of a conversation, by its newest post */
  conversation?: boolean
  /** the names that a reply begins with */
  mentions?: boolean
  /** a quote of somebody who was blocked or muted */
  quote?: boolean
  translation?: Translation | undefined
  /** the translation is the browser's own */
  isTranslatedHere?: boolean
  /** how much the browser has loaded before it can translate, from 0 to 1 */
  loaded?: number | undefined
}

const known = new Map<string, Signal<RevealState>>()
const MOST = 1000

/** @param id of the status whose text it is, not of a boost */
export function revealStateOf(id: string): Signal<RevealState> {
  const there = known.get(id)
  if (there !== undefined) return there
  const made = signal<RevealState>({})
  known.set(id, made)
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
  return made
}

export function reveal(id: string, changes: RevealState): void {
  const seen = revealStateOf(id)
  seen.value = { ...seen.peek(), ...changes }
}
