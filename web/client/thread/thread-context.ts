import type { ReadonlySignal } from '@preact/signals'
import { createContext } from 'preact'

/** The facts by which replies of a thread are marked. */
export interface ThreadMarks {
  /** account that began it; undefined while that is not known */
  authorId: string | undefined
  /** ids of replies that came while it was read */
  fresh: ReadonlySignal<ReadonlySet<string>>
}

export const ThreadContext = createContext<ThreadMarks | null>(null)
