import { load } from './load.ts'
import { startMeasured } from './process.ts'
import { introduceSenders, signedActivities } from './senders.ts'

/** warm-up activities before the measured ones, until the code is compiled */
const WARM_UP = 15_000
/** number of servers that send concurrently */
const CONNECTIONS = 32

export interface InboxResult {
  perSecond: number
  /** ms, sorted */
  latencies: number[]
  /** ms of CPU for each activity: to store it, the minimum for that, and to process it */
  cpu: { accept: number; floor: number; process: number }
  bytes: number
  /** all that were received, those of the warm-up included */
  activities: number
}

/** Statuses of followed remote accounts: received over HTTP, then added to timelines. */
export async function measureInbox(
  given: Record<string, string>,
  seconds: number,
): Promise<InboxResult> {
  const env: Record<string, string> = { ...given, EGRESS_ALLOW: '127.0.0.0/8' }
  const introduced = await introduceSenders(env)
  const host = `localhost:${env.PORT}`
  process.stderr.write('Signing activities…\n')
  const requests = await signedActivities(introduced, host, WARM_UP + seconds * 5000)
  const accepted = await run('serve-inbox.ts', env, requests)
  process.stderr.write('Processing them…\n')
  await using processing = await startMeasured('process-inbox.ts', env)
  const { cpu, rss: done } = await processing.usage()
  const publicKey = introduced.publicKey.export({ type: 'spki', format: 'pem' }) as string
  const floor = await run('serve-inbox-floor.ts', { ...env, PUBLIC_KEY: publicKey }, requests)
  return {
    perSecond: accepted.perSecond,
    latencies: accepted.latencies,
    cpu: { accept: accepted.cpu, floor: floor.cpu, process: cpu / done },
    bytes: Buffer.byteLength(requests[0]!),
    activities: requests.length,
  }
}

/** Sends each request once, after the warm-up requests. */
async function run(script: string, env: Record<string, string>, requests: readonly string[]) {
  await using server = await startMeasured(script, env)
  let at = 0
  const send = async (count: number) => {
    const end = at + count
    return load({
      port: server.port,
      request: () => requests[at++]!,
      connections: CONNECTIONS,
      duration: Number.POSITIVE_INFINITY,
      until: () => at >= end - CONNECTIONS,
      awake: true,
    })
  }
  await send(WARM_UP)
  const before = await server.usage()
  const result = await send(requests.length - at)
  const after = await server.usage()
  if (result.failures > 0) throw new Error(`${script}: ${result.failures} requests failed`)
  return {
    cpu: (after.cpu - before.cpu) / result.requests,
    perSecond: (result.requests / result.elapsed) * 1000,
    latencies: result.latencies,
  }
}
