import { HOUR, MINUTE } from '../../src/kernel/base/durations.ts'

/** ms */
const END_OF_HOUR = 5 * MINUTE

/**
 * The time by which the clocks of test servers are ahead: none begins at the end of an hour or a day, so what is of one
 * hour stays so until a test moves the clock. Servers that are open at once, as processes of one server or as each
 * other's peers, are ahead by the same time, and none that begins later by less: none takes a date of the other for
 * one of the future.
 */
export interface ClockLead {
  /** @returns ms */
  at(now: number): number
  /** a server is open with what `at` gave it; @returns to be called when it is closed */
  open(): () => void
}

export function createClockLead(): ClockLead {
  let lead = 0
  let servers = 0
  return {
    at(now) {
      const isAtEnd = (now + lead) % HOUR >= HOUR - END_OF_HOUR
      if (servers === 0 && isAtEnd) lead += END_OF_HOUR + 1000
      return lead
    },
    open() {
      servers += 1
      return () => {
        servers -= 1
      }
    },
  }
}

/** of this process */
export const clockLead = createClockLead()
