import { type KindCount, stateOf } from '../../jobs/operator.ts'
import type { Job } from '../../jobs/queries.ts'
import { isoTime } from '../../json.ts'

/** members of payloads that say who somebody is or what they wrote */
const PRIVATE = new Set(['email', 'to', 'text', 'password', 'token'])
const MOST_ITEMS = 20

export function presentJob(job: Job) {
  return {
    id: job.id,
    kind: job.kind,
    state: stateOf(job),
    payload: publicPart(job.payload),
    run_at: isoTime(job.run_at),
    attempts: job.attempts,
    last_error: job.last_error,
    created_at: isoTime(job.created_at),
    parked_at: job.parked_at === null ? null : isoTime(job.parked_at),
  }
}

export function presentKind({ oldest_due_at: due, ...counts }: KindCount) {
  return { ...counts, oldest_due_at: due === null ? null : isoTime(due) }
}

/**
 * What somebody who looks after the server needs to know of a job: which one it is about. What came
 * from others, private posts among it, is not theirs to read: of an object its id and type are left.
 */
function publicPart(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([name]) => !PRIVATE.has(name))
      .map(([name, value]) => [name, shortened(value)]),
  )
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  const { id, type } = value as Record<string, unknown>
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof type === 'string' ? { type } : {}),
  }
}
