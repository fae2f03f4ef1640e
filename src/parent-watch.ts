const CHECK_MS = 1000

/**
 * Calls `onGone` once, within about a second, when the process that launched this one has ended.
 * The launcher names it in ROOKERY_PARENT_PID; without that nothing is watched. Keeps no process alive.
 */
export function watchParent(onGone: () => void): void {
  const launcher = Number(process.env.ROOKERY_PARENT_PID)
  if (!Number.isSafeInteger(launcher) || launcher <= 0) return
  const timer = setInterval(() => {
    if (process.ppid === launcher && isAlive(launcher)) return
    clearInterval(timer)
    onGone()
  }, CHECK_MS)
  timer.unref()
}

// An orphan gets another parent, except on Windows, where the id stays and names nobody.
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
