import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../http/client.ts'

/** A checked condition. */
export interface Claim {
  what: string
  holds: boolean
  /** the value seen instead */
  saw: string
}

/** Records conditions that hold and that do not; a failure does not end the check. */
export interface Claims {
  made: Claim[]
  claim(what: string, holds: boolean, saw?: unknown): void
  equal(what: string, actual: unknown, expected: unknown): void
  /** one of these statuses */
  status(what: string, answer: Answer, ...statuses: number[]): void
  /** one of these statuses, with the body of an error (S-016) */
  refused(what: string, answer: Answer, ...statuses: number[]): void
}

const LONGEST = 300

export function createClaims(): Claims {
  const made: Claim[] = []
  const claim: Claims['claim'] = (what, holds, saw = '') => {
    made.push({ what, holds, saw: holds ? '' : show(saw) })
  }
  const status: Claims['status'] = (what, answer, ...statuses) => {
    const expected = statuses.join(' or ')
    claim(what, statuses.includes(answer.status), `${describe(answer)}, expected ${expected}`)
  }
  return {
    made,
    claim,
    status,
    equal(what, actual, expected) {
      claim(
        what,
        isDeepStrictEqual(actual, expected),
        `${show(actual)}, expected ${show(expected)}`,
      )
    },
    refused(what, answer, ...statuses) {
      status(what, answer, ...statuses)
      if (!statuses.includes(answer.status)) return
      const { error } = answer.json ?? {}
      const holds = typeof error === 'string' && error !== '' && isJson(answer)
      claim(`${what}: S-016 body`, holds, describe(answer))
    },
  }
}

export function isJson({ headers }: Answer): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}

/** A response in one line. */
export function describe({ asked, status, text }: Answer): string {
  return `${asked} → ${status} ${text.slice(0, 160)}`
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.replace(/\s+/g, ' ').slice(0, LONGEST)
}
