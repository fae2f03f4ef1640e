/** ms after which a request counts as one of those that wait for a slow server */
const SLOW = 500

/** How much is under way: a few requests that are being worked on, and many that wait for others. */
export interface Slots {
  hasRoom(): boolean
  /** takes a slot; the function gives it back */
  take(): () => void
}

/**
 * Requests that have not been answered for half a second make room for others, so that servers that
 * never answer do not delay those that do, and what is worked on at once stays little. When too
 * many wait they keep their slots.
 *
 * @param limits how many are worked on, and how many may wait besides
 * @param onRoom called when a slow request has made room
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
