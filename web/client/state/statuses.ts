import { type Signal, signal } from '@preact/signals'
import type { Status } from '../../shared/entities/api.ts'
import { keepAccount } from './accounts.ts'

/**
 * Every status that is on some page, once: what is done to it shows wherever it stands. Held weakly, so that
 * those which no list and no page holds any more go.
 */
const known = new Map<string, WeakRef<Signal<Status>>>()
const gone = new FinalizationRegistry<string>((id) => {
  if (known.get(id)?.deref() === undefined) known.delete(id)
})

/** A status in a list: itself, and what is shown of it, which for a boost is the original. */
export interface Post {
  /** of the entry: a boost has its own */
  id: string
  own: Signal<Status>
  shown: Signal<Status>
}

/** Takes a status as the API answers it. The newest answer counts for all places where it is shown. */
export function keepPost(status: Status): Post {
  const own = keepStatus(status)
  const shown = status.reblog === null ? own : keepStatus(status.reblog)
  return { id: status.id, own, shown }
}

export function keepStatus(status: Status): Signal<Status> {
  const taken = { ...status, account: keepAccount(status.account) }
  const there = known.get(status.id)?.deref()
  if (there !== undefined) {
    // what a public stream sends does not say what the person did with it
    there.value = { ...there.peek(), ...taken }
    return there
  }
  const made = signal<Status>(taken)
  known.set(status.id, new WeakRef(made))
  gone.register(made, status.id)
  return made
}

/** A status that some page shows. */
export const findStatus = (id: string): Status | undefined => known.get(id)?.deref()?.peek()

/** Changes what is shown of a status, if it is shown anywhere. */
export function changeStatus(id: string, changes: Partial<Status>): void {
  const there = known.get(id)?.deref()
  if (there !== undefined) there.value = { ...there.peek(), ...changes }
}
