/** ms: nothing that works takes so long, on however busy a machine */
export const GENEROUS = 90_000

/**
 * Waits for something that must happen by itself. The limit is only there to tell where it did not.
 * @throws Error after `GENEROUS` ms
 */
export async function inTime<T>(happens: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not happen: ${what}`)), GENEROUS)
  })
  try {
    return await Promise.race([happens, late])
  } finally {
    clearTimeout(timer)
  }
}

/** ms for which a server keeps a connection where a test counts them: by itself it closes one after five seconds */
export const KEPT_OPEN = 10 * 60_000

/** Waits until something is so. @throws Error if it is not after `GENEROUS` ms */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string = String(isSo),
): Promise<void> {
  const end = performance.now() + GENEROUS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It never was so: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
