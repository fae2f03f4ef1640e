/** ms that `ordinaryWork` takes on an ordinary machine */
export const ORDINARY = 10
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

interface Beside {
  /** what it is compared with, which is run right after it: both are as slow as the machine is then */
  control: () => unknown
  /** so many times what the control takes are allowed */
  times: number
  /** ms that are allowed in any case */
  harmless: number
}

/** Uneven, so that one is in the middle. */
const PAIRS = 5
/** ms */
const MEASURABLE = 20
/** ms; the rest of the pairs would take minutes */
const ENDLESS = 20_000

/**
 * Whether a run takes more of the processor than its control allows, in the middle one of some pairs: a machine may crawl
 * all the time, or begin or cease to between two of them.
 * @returns what it took, in words; null if that is allowed
 */
export async function excessBeside(
  run: () => unknown,
  { control, times, harmless }: Beside,
): Promise<string | null> {
  const pairs: { took: number; usual: number }[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const took = await fastest(run, { runs: 1 })
    if (took < harmless) return null
    const usual = await usually(control)
    pairs.push({ took, usual })
    if (took > ENDLESS) break
  }
  const excess = ({ took, usual }: { took: number; usual: number }) =>
    took / Math.max(harmless, times * usual)
  const middle = pairs.toSorted((a, b) => excess(a) - excess(b))[Math.floor(pairs.length / 2)]!
  if (excess(middle) < 1) return null
  return `${middle.took} ms, where the control takes ${middle.usual} ms`
}

/** ms that a run takes, of as many as can be measured: a single one may be shorter than the steps of the kernel */
async function usually(run: () => unknown): Promise<number> {
  const started = process.threadCpuUsage()
  for (let runs = 1; ; runs++) {
    await run()
    const { user, system } = process.threadCpuUsage(started)
    const took = (user + system) / 1000
    if (took > MEASURABLE || runs === 50) return took / runs
  }
}

/** Work by which the speed of a machine is known: where it takes `ORDINARY` ms, limits in ms may be taken as they are. */
export function ordinaryWork(): number {
  let found = 0
  for (let round = 0; round < 24; round++) {
    const text = Array.from({ length: 1_000 }, (_, at) => `<p>${at * round} words</p>`).join('')
    found += text.replaceAll(/<[^>]+>/g, ' ').split(/\s+/).length
  }
  return found
}
