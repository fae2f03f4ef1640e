const SLICES = 20

/**
 * Calls `over` once `ms` have passed in which this process could listen. While its event loop stands
 * still, on a busy or suspended machine, answers arrive and are not read, and a timer that spans the
 * standstill would fire before them: here a standstill of any length counts as one slice of 20.
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
