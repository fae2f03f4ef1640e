import { type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { saveLocalDraft } from './local-drafts.ts'
import { type Attached, contentsOf, isBlank, type Part, type Writing } from './writing.ts'
import type { Claim } from './writing-claims.ts'

/** State of a post that is being written, from opening the composer until it closes. */
export interface Composition {
  writing: Signal<Writing>
  /** key of the post that the buttons act upon */
  active: Signal<string>
  /** key of the file whose description is written */
  opened: Signal<string | null>
  /** how the sending goes; null: it is not being sent */
  sending: Signal<Sending | null>
  /** what keeps it from being sent, in words */
  problems: Signal<readonly string[]>
  /** something that the person has to know of what was opened */
  notice: Signal<string>
  /** what it was when it was opened */
  initial: string
  /** it was sent, thrown away or handed over: nothing of it is to be kept any more */
  done: boolean
  /** nobody else writes it as long as it is open here */
  claim: Claim | null
}

export type Sending = { state: 'uploading' | 'offline' } | { state: 'sending'; part: number }

export function createComposition(writing: Writing, initial = contentsOf(writing)): Composition {
  const last = writing.parts.find(({ sentId }) => sentId === null) ?? writing.parts[0]
  return {
    writing: signal(writing),
    active: signal(last?.key ?? ''),
    opened: signal(null),
    sending: signal(null),
    problems: signal([]),
    notice: signal(''),
    initial,
    done: false,
    claim: null,
  }
}

/** Nothing of it is kept here any more; others may write it. */
export function finish(composition: Composition): void {
  composition.done = true
  letGo(composition)
}

/** Others may write it. */
export function letGo(composition: Composition): void {
  composition.claim?.release()
  composition.claim = null
}

/** Changes what is written, and keeps it in this browser. */
export function changeWriting(composition: Composition, changes: Partial<Writing>): void {
  // what was wrong may be right now: it is looked at again when it is to be sent
  if (composition.problems.peek().length > 0) composition.problems.value = []
  update(composition, changes)
}

function update(composition: Composition, changes: Partial<Writing>): void {
  composition.writing.value = { ...composition.writing.peek(), ...changes }
  if (!composition.done) saveLocalDraft(composition.writing.peek(), isWritten(composition))
}

export function changePart(composition: Composition, key: string, changes: Partial<Part>): void {
  const { parts } = composition.writing.peek()
  changeWriting(composition, {
    parts: parts.map((part) => (part.key === key ? { ...part, ...changes } : part)),
  })
}

/** Changes an attachment, if it was not removed meanwhile: how its upload goes, what is said of it. */
export function changeMedia(
  composition: Composition,
  mediaKey: string,
  changes: Partial<Attached>,
): void {
  const { parts } = composition.writing.peek()
  update(composition, {
    parts: parts.map((part) => ({
      ...part,
      media: part.media.map((one) => (one.key === mediaKey ? { ...one, ...changes } : one)),
    })),
  })
}

export function findMedia(composition: Composition, mediaKey: string): Attached | undefined {
  return composition.writing
    .peek()
    .parts.flatMap(({ media }) => media)
    .find(({ key }) => key === mediaKey)
}

export function activePart({ writing, active }: Composition): Part {
  const { parts } = writing.value
  return parts.find(({ key }) => key === active.value) ?? (parts[0] as Part)
}

/** Whether there is something in it that the person would miss. */
export function isWritten({ writing, initial }: Composition): boolean {
  const now = writing.peek()
  return contentsOf(now) !== initial && now.parts.some((part) => !isBlank(part))
}

export const CompositionContext = createContext<Composition | null>(null)
export const useComposition = (): Composition => useContext(CompositionContext) as Composition
