/** ms; there is no hope that the next run takes much less */
const HOPELESS = 2000

interface Runs {
  /** how many at most */
  runs?: number
  /** ms: after one that takes less no other follows */
  enough?: number
  /** calls in a run: kernels count processor time in steps of some milliseconds */
  calls?: number
}

/** ms of this thread's processor time that the fastest of some runs takes: others share the machine. */
export async function fastest(
  run: () => unknown,
  { runs = 10, enough = 0, calls = 1 }: Runs = {},
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < runs; turn++) {
    const started = process.threadCpuUsage()
    for (let call = 0; call < calls; call++) await run()
    const { user, system } = process.threadCpuUsage(started)
    least = Math.min(least, (user + system) / 1000 / calls)
    if (least < enough || least > HOPELESS) break
  }
  return least
}
