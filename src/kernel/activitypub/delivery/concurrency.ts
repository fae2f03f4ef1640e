/** ms after which a request counts as slow */
const SLOW = 500

/** Limits concurrent requests: a few active ones, plus many that wait for a slow server. */
export interface Slots {
  hasRoom(): boolean
  /** takes a slot; the returned function releases it */
  take(): () => void
}

/**
 * A request without an answer for half a second counts as slow and frees its active slot. So servers
 * that never answer do not delay the others, and few requests are active at once. When too many
 * requests are slow, further ones keep their active slots.
 *
 * @param limits maximum of active requests, and of slow requests in addition
 * @param onRoom called when a slow request has freed an active slot
 */
export function createSlots(limits: { active: number; slow: number }, onRoom: () => void): Slots {
  let active = 0
  let slow = 0
  return {
    hasRoom: () => active < limits.active,
    take() {
      let isSlow = false
      active += 1
      const timer = setTimeout(() => {
        if (slow >= limits.slow) return
        isSlow = true
        active -= 1
        slow += 1
        onRoom()
      }, SLOW)
      return () => {
        clearTimeout(timer)
        if (isSlow) slow -= 1
        else active -= 1
      }
    },
  }
}
