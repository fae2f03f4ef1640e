// npm run bench -- tail [--minutes 10 --share 0.5 --rate N --statuses 20000 --sockets 100 --workers 0]
// A mixed load at a share of what the server can do: the slowest answers, and what made them slow.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/kernel/base/config.ts'
import { bundleServer } from './bundle.ts'
import { openAll } from './fan-out.ts'
import { describeMachine, machineCpu } from './machine.ts'
import { mixedLoad } from './mixed-load.ts'
import { type OpenLoopResult, openLoop, quantile, type RequestKind } from './open-loop.ts'
import { startMeasured } from './process.ts'
import { seed } from './seed.ts'
import { introduceSenders, signedPost } from './senders.ts'

const PORT = 3940
/** ms of each step on the way to saturation */
const STEP = 5_000
/** requests a second of the first step, and how much more each further one has */
const FIRST_RATE = 60
const GROWTH = 1.3
/** ms: a server whose median answer takes longer has a queue that grows */
const SATURATED = 50
/** ms in which the queue of the last step is worked off */
const REST = 15_000
/** aims: p99.9 of home in its p50, and ms of the longest stall */
const AIMS = { ratio: 5, stall: 50 }

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    minutes: { type: 'string', default: '10' },
    share: { type: 'string', default: '0.5' },
    // requests a second, to compare two states: saturation is not looked for
    rate: { type: 'string' },
    statuses: { type: 'string', default: '20000' },
    sockets: { type: 'string', default: '100' },
    workers: { type: 'string', default: '0' },
  },
})

interface LogLine extends Record<string, unknown> {
  msg: string
}

const dataDir = await mkdtemp(join(tmpdir(), 'rookery-bench-'))
try {
  await run()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const env = {
    DATA_DIR: dataDir,
    PORT: String(PORT),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    EGRESS_ALLOW: '127.0.0.0/8',
    BENCH_WORKERS: given.workers,
  }
  process.stderr.write(`Seeding ${given.statuses} statuses…\n`)
  const seeded = await seed(readConfig(env), Number(given.statuses))
  const signed = await createSigned(env)
  const kinds = await mixedLoad(seeded, signed)
  const lines: LogLine[] = []
  const onLine = (line: string) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line))
  }
  await using server = await startMeasured(await bundleServer(), env, { onLine })
  const sockets = await openAll(server.port, seeded.tokens, Number(given.sockets))
  const saturation = given.rate === undefined ? await findSaturation(kinds, signed) : null
  const rate = saturation === null ? Number(given.rate) : saturation * Number(given.share)
  const duration = Number(given.minutes) * 60_000
  await signed.prepare((rate * duration) / 1000)
  await pause(REST)
  const { counts: stallsBefore } = await stallsOf()
  lines.length = 0
  process.stderr.write(`${rate.toFixed(0)} requests/s for ${given.minutes} minutes…\n`)
  const cpuBefore = machineCpu()
  const before = await server.usage()
  const result = await openLoop({ port: PORT, kinds, rate, duration })
  const after = await server.usage()
  const cpu = { server: after.cpu - before.cpu, machine: (machineCpu() ?? 0) - (cpuBefore ?? 0) }
  const stalls = await stallsOf(stallsBefore)
  for (const socket of sockets) socket.terminate()
  print(result, { saturation, rate, duration, cpu, stalls, lines })
}

/** Requests of other servers that are signed before they are needed: signing takes the generator a millisecond each. */
async function createSigned(env: Record<string, string>) {
  const { senders, privateKey } = await introduceSenders(env)
  const ready: string[] = []
  let made = 0
  return {
    /** @param requests of all kinds that will be sent */
    async prepare(requests: number) {
      const wanted = Math.ceil(requests * 0.12) + 10
      while (ready.length < wanted) {
        const uri = senders[made % senders.length]!
        ready.push(await signedPost({ uri, privateKey }, `localhost:${PORT}`, made++))
      }
    },
    next() {
      const value = ready.pop()
      if (value === undefined) throw new Error('Too few activities were signed')
      return { value, done: false as const }
    },
  }
}

/** Raises the rate step by step. @returns the last rate, in requests a second, whose answers came in time */
async function findSaturation(
  kinds: readonly RequestKind[],
  signed: { prepare(requests: number): Promise<void> },
): Promise<number> {
  let known = 0
  for (let rate = FIRST_RATE; ; rate *= GROWTH) {
    await signed.prepare((rate * STEP) / 1000)
    const result = await openLoop({ port: PORT, kinds, rate, duration: STEP })
    const middle = quantile(result.kinds.get('home')!.latencies, 0.5)
    process.stderr.write(`${rate.toFixed(0)} requests/s: p50 of home ${middle.toFixed(1)} ms\n`)
    if (middle > SATURATED) return known || rate
    known = rate
  }
}

interface Stalls {
  /** ms, since the last look */
  longest: number
  /** of 50 ms and more, since those that were known, by cause */
  counts: Map<string, number>
}

async function stallsOf(known: ReadonlyMap<string, number> = new Map()): Promise<Stalls> {
  const text = await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text()
  const counts = text.matchAll(/^rookery_event_loop_stalls_total\{cause="(\w+)"\} (\d+)$/gm)
  const longest = /^rookery_event_loop_delay_max_seconds (\S+)$/m.exec(text)?.[1]
  return {
    longest: Number(longest) * 1000,
    counts: new Map(
      [...counts].map(([, cause = '', count]) => [cause, Number(count) - (known.get(cause) ?? 0)]),
    ),
  }
}

interface Measured {
  saturation: number | null
  rate: number
  duration: number
  cpu: { server: number; machine: number }
  stalls: Stalls
  lines: readonly LogLine[]
}

function print({ kinds, lateness }: OpenLoopResult, measured: Measured): void {
  const { saturation, rate, duration, cpu, stalls, lines } = measured
  const columns = ['', 'requests', 'p50 ms', 'p99 ms', 'p99.9 ms', 'max ms', 'failures']
  const table = [columns, columns.map((_, at) => (at === 0 ? '---' : '---:'))]
  for (const [name, { latencies, failures }] of kinds) {
    const times = [0.5, 0.99, 0.999, 1].map((share) => quantile(latencies, share).toFixed(1))
    const failed = [...failures].map(([status, count]) => `${count} × ${status}`).join(', ')
    table.push([name, String(latencies.length), ...times, failed])
  }
  const home = kinds.get('home')!.latencies
  const ratio = quantile(home, 0.999) / quantile(home, 0.5)
  const share = (ms: number) => `${((ms / duration) * 100).toFixed(0)} %`
  const notes = [
    `saturation ${saturation?.toFixed(0) ?? 'unknown'} requests/s, measured at ${rate.toFixed(0)}; one processor is 100 %: server ${share(cpu.server)}, whole machine ${share(cpu.machine)}`,
    `p99.9 of home is ${ratio.toFixed(1)} times its p50 (aim ${AIMS.ratio})`,
    `longest stall ${stalls.longest.toFixed(0)} ms (aim ${AIMS.stall}); of 50 ms and more: ${[...stalls.counts].map(([cause, count]) => `${cause} ${count}`).join(', ')}`,
    `the generator sent requests late by ${quantile(lateness, 0.5).toFixed(1)} ms (p50) and ${quantile(lateness, 0.999).toFixed(1)} ms (p99.9), which is part of the times`,
    ...lines.map(({ level, time, pid, hostname, ...rest }) => JSON.stringify(rest)),
  ]
  const text = table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const list = notes.map((note) => `- ${note}`).join('\n')
  process.stdout.write(`${describeMachine()}\n\n${text}\n\n${list}\n`)
}
