/** Runs the steps of a story, and prints how long each took. */
export async function step<T>(title: string, work: () => T | Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    process.stderr.write(`${seconds.padStart(7)} s  ${title}\n`)
  }
}
