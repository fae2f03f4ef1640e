const SLICES = 20

/**
 * Calls `over` after `ms` in which this process could read answers. While its event loop is blocked, on a
 * busy or suspended machine, answers arrive unread, and a plain timer would fire before them. Here a blocked
 * period of any length counts as one of 20 slices.
 */
export function startDeadline(ms: number, over: () => void): Disposable {
  let left = SLICES
  const timer = setInterval(() => {
    left--
    if (left > 0) return
    clearInterval(timer)
    over()
  }, ms / SLICES)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
