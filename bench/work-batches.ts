import type { KeptConnection } from './load.ts'
import type { MeasuredProcess } from './process.ts'
import type { Work } from './work-counters.ts'
import { MEASURES } from './work-differences.ts'
import type { HotRoute } from './work-routes.ts'

/** requests until statements are prepared, caches are full and V8 allocates the same for each */
const WARM_UP = 40
const BATCH = 30
const BATCHES = 5
/** requests to each route that writes */
export const REQUESTS = WARM_UP + BATCH * BATCHES

/**
 * Prepares the code that routes share: the first of them would be counted while V8 still compiles it. Routes that write
 * are left out, as they would change the pages of the others.
 * @throws Error if a request fails
 */
export async function warmUp(
  connection: KeptConnection,
  routes: readonly HotRoute[],
): Promise<void> {
  for (const route of routes) {
    if (route.writes !== true) await send(connection, route, WARM_UP)
  }
}

/**
 * Counts the work of one request to a route. The least of some batches counts, because timers of the server only ever add
 * to one: on a busy machine a batch takes long enough for several of them.
 * @throws Error if a request fails
 */
export async function countWork(
  server: MeasuredProcess<Work>,
  connection: KeptConnection,
  route: HotRoute,
): Promise<Work> {
  await send(connection, route, WARM_UP)
  const batches: Work[] = []
  const readings: Work[] = []
  for (let at = 0; at < BATCHES; at++) {
    const first = await server.usage()
    const before = await server.usage()
    await send(connection, route, BATCH)
    const after = await server.usage()
    readings.push(difference(first, before))
    batches.push(difference(before, after))
  }
  const [batch, reading] = [least(batches), least(readings)]
  return mapWork(batch, (measure, value) => (value - reading[measure]!) / BATCH)
}

async function send(connection: KeptConnection, { name, next }: HotRoute, count: number) {
  for (let at = 0; at < count; at++) {
    const { status } = await connection.send(next())
    if (status >= 300) throw new Error(`${name} was answered with ${status}`)
  }
}

function difference(before: Work, after: Work): Work {
  return mapWork(after, (measure, value) => value - before[measure]!)
}

function least(works: readonly Work[]): Work {
  return mapWork(works[0]!, (measure) => Math.min(...works.map((work) => work[measure]!)))
}

/** Leaves out what this system does not count. */
function mapWork(work: Work, change: (measure: keyof Work, value: number) => number): Work {
  const known = MEASURES.filter((measure) => work[measure] !== undefined)
  return Object.fromEntries(
    known.map((measure) => [measure, change(measure, work[measure]!)]),
  ) as unknown as Work
}
