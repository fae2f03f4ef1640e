import { isoTime } from '../../../kernel/base/json.ts'
import { type KindCount, stateOf } from '../../../kernel/jobs/operator.ts'
import type { Job } from '../../../kernel/jobs/queries.ts'

/** members of payloads with personal data or content */
const PRIVATE = new Set(['email', 'to', 'text', 'password', 'token'])
/**
 * in payloads about an account: the accounts and domains that it blocks, mutes or has in lists
 * (S-568)
 */
const OF_ACCOUNTS = new Set(['targetId', 'fromId', 'memberIds', 'domain', 'fromDomain'])
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
 * The part of a job's payload that operators need: the objects that it concerns. Received content,
 * possibly private posts, is removed: of an embedded object only id and type remain.
 */
function publicPart(payload: Record<string, unknown>): Record<string, unknown> {
  const isAccounts = Object.hasOwn(payload, 'accountId')
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([name]) => !PRIVATE.has(name) && !(isAccounts && OF_ACCOUNTS.has(name)))
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
