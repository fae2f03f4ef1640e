const CHECK_MS = 1000

/**
 * Calls `onGone` once, within about a second after the launching process has ended. The launcher's id is in
 * ROOKERY_PARENT_PID; without it nothing is watched. The timer does not keep the process alive.
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

// An orphan gets another parent, except on Windows, where the id stays and names no process.
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
