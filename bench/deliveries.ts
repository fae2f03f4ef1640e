// npm run bench does this too; alone: node scripts/run.js bench/deliveries.ts
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runtimeEnvironment } from '../scripts/runtime.js'
import type { Sendings } from './send-deliveries.ts'
import type { Arrivals } from './serve-hosts.ts'

/** ms until the leases of a killed process have expired */
const AFTER_LEASES = 60_000
/** ms after which no keep-alive connection is open any more */
const AFTER_CONNECTIONS = 15_000

/** hosts over TLS, and warm-up activities to each, until the code is compiled */
const TLS_HOSTS = 100
const WARM_UP = 200

type Env = Record<string, string>

/** Measures deliveries to other servers; returns one line for each figure. */
export async function measureDeliveries(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-deliveries-'))
  try {
    return [
      textOf(await costOverTls(folder)),
      ...(await delayByDeadHosts(folder)),
      await killInTheMiddle(folder, { hosts: 100, activities: 1000 }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Cost {
  /** ms of CPU */
  each: number
  /** the same for signature and request alone */
  floor: number
  deliveries: number
  perSecond: number
  /** connections opened for them */
  connections: number
}

/**
 * CPU of one delivery, including signature and bookkeeping, over keep-alive connections.
 * @param server other settings of the sender
 */
export async function costOverTls(folder: string, server: Env = {}): Promise<Cost> {
  process.stderr.write('Deliveries over TLS…\n')
  const tls = makeCertificate(folder)
  await using others = await startOthers(tls)
  const env = {
    ...environment(folder, 'tls'),
    ...server,
    ...inboxesAt('https', others.port, 0, TLS_HOSTS),
    NODE_EXTRA_CA_CERTS: tls.TLS_CERTIFICATE,
    WARM_UP: String(WARM_UP),
    ACTIVITIES: '60',
  }
  const floor = await told<Sendings>('send-floor.ts', env)
  const { connections: before } = await others.arrivals()
  const sent = await told<Sendings>('send-deliveries.ts', { ...env, RUN: 'settle' })
  const { times, connections } = await others.arrivals()
  if (times.length !== sent.deliveries + WARM_UP * TLS_HOSTS)
    throw new Error(`${times.length} deliveries came`)
  return {
    each: sent.cpu / sent.deliveries,
    floor: floor.cpu / floor.deliveries,
    deliveries: times.length,
    perSecond: (sent.deliveries / sent.elapsed) * 1000,
    connections: connections - before,
  }
}

function textOf({ each, floor, perSecond, connections }: Cost): string {
  return `delivery with its signature over kept TLS connections to ${TLS_HOSTS} hosts: ${each.toFixed(3)} ms of CPU (signature and request alone: ${floor.toFixed(3)} ms), ${perSecond.toFixed(0)}/s, ${connections} connections opened`
}

/** From the begin of the enqueueing transaction until the living hosts have the activity. */
async function delayByDeadHosts(folder: string): Promise<string[]> {
  process.stderr.write('A post to 1,000 hosts, 300 of them dead…\n')
  const tls = makeCertificate(folder)
  await using others = await startOthers(tls)
  const living = addressesAt('https', others.port, 0, 700)
  const silent = addressesAt('https', others.silentPort, 700, 850)
  const refusing = addressesAt('https', 1, 850, 1000)
  const env = {
    ...environment(folder, 'dead'),
    NODE_EXTRA_CA_CERTS: tls.TLS_CERTIFICATE,
    INBOXES: JSON.stringify(shuffled([...living, ...silent, ...refusing])),
    ACTIVITIES: '1',
    RUN: 'settle',
  }
  const lines: string[] = []
  const running = { WARM_UP: '1', PAUSE: String(AFTER_CONNECTIONS) }
  const ways = {
    'never sent to before': {},
    'sent to before': {},
    'sent to by the same process, whose connections have ended since': running,
  }
  for (const [when, way] of Object.entries(ways)) {
    const { startedAt } = await told<Sendings>('send-deliveries.ts', { ...env, ...way })
    const { times } = await others.arrivals()
    const delays = times
      .map((time) => time - startedAt)
      .filter((delay) => delay >= 0)
      .sort((a, b) => a - b)
    if (delays.length !== living.length) throw new Error(`${delays.length} deliveries came`)
    const at = (share: number) => delays[Math.floor(delays.length * share)]
    lines.push(
      `a post to 1,000 hosts ${when}, 300 of them dead: the living have it after ${at(0.5)} ms (p50), ${at(0.99)} ms (p99)`,
    )
  }
  return lines
}

async function killInTheMiddle(
  folder: string,
  size: { hosts: number; activities: number },
): Promise<string> {
  const total = size.hosts * size.activities
  process.stderr.write(`${total} deliveries and kill -9…\n`)
  await using others = await startOthers({})
  const env = { ...environment(folder, 'kill'), ...inboxesAt('http', others.port, 0, size.hosts) }
  const sender = start('send-deliveries.ts', {
    ...env,
    ACTIVITIES: String(size.activities),
    RUN: 'start',
  })
  await once(sender, 'message')
  let came = 0
  while (came < total / 3) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    came += (await others.arrivals()).times.length
  }
  sender.kill('SIGKILL')
  await once(sender, 'exit')
  await told<Sendings>('send-deliveries.ts', {
    ...env,
    CLOCK_AHEAD: String(AFTER_LEASES),
    RUN: 'settle',
  })
  const { distinct, twice, oftener } = await others.arrivals()
  return `${total.toLocaleString('en')} queued deliveries, kill -9 after ${came.toLocaleString('en')}: ${total - distinct} lost, ${twice} came twice, ${oftener} more often`
}

interface Others extends AsyncDisposable {
  port: number
  silentPort: number
  arrivals(): Promise<Arrivals>
}

async function startOthers(env: Env): Promise<Others> {
  const child = start('serve-hosts.ts', env)
  const [ports] = (await once(child, 'message')) as [{ port: number; silentPort: number }]
  return {
    ...ports,
    async arrivals() {
      child.send('arrivals')
      return (await once(child, 'message'))[0]
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function start(script: string, env: Env): ChildProcess {
  return fork(join(import.meta.dirname, script), {
    env: { ...process.env, ...runtimeEnvironment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** Runs a script to its end and returns its message. */
async function told<T>(script: string, env: Env): Promise<T> {
  const child = start(script, env)
  const ended = once(child, 'exit')
  const message = once(child, 'message') as Promise<[T]>
  const first = await Promise.race([message, ended.then(() => null)])
  if (first === null) throw new Error(`${script} ended before it told anything`)
  child.kill('SIGTERM')
  await ended
  return first[0]
}

function environment(folder: string, name: string): Env {
  return {
    DATA_DIR: join(folder, name),
    ORIGIN: 'https://bench.example',
    EGRESS_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
  }
}

function addressesAt(scheme: string, port: number, from: number, to: number): string[] {
  return Array.from(
    { length: to - from },
    (_, at) => `${scheme}://h${from + at}.bench.localhost:${port}/inbox`,
  )
}

function inboxesAt(scheme: string, port: number, from: number, to: number): Env {
  return { INBOXES: JSON.stringify(addressesAt(scheme, port, from, to)) }
}

/** Shuffles in the same order each time. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, at) => ({ item, place: (at * 7919) % 1009 }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

function makeCertificate(folder: string) {
  const [TLS_KEY, TLS_CERTIFICATE] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=bench', '-addext', 'subjectAltName=DNS:*.bench.localhost']
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const files = ['-keyout', TLS_KEY, '-out', TLS_CERTIFICATE]
  execFileSync('openssl', ['req', ...kind, ...files, ...subject], { stdio: 'ignore' })
  return { TLS_KEY, TLS_CERTIFICATE }
}

if (import.meta.main) for (const line of await measureDeliveries()) console.log(`- ${line}`)
