// The minimum cost of a delivery: a signature and a request over a keep-alive connection.
import { generateKeyPairSync } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { Pool } from 'undici'
import { signCavage } from '../src/kernel/activitypub/signatures/cavage.ts'
import { sha256 } from '../src/kernel/activitypub/signatures/digest.ts'
import type { Sendings } from './send-deliveries.ts'

const { INBOXES = '[]', WARM_UP = '1', ACTIVITIES = '0' } = process.env
const inboxes = (JSON.parse(INBOXES) as string[]).map((inbox) => new URL(inbox))
const options = { connections: 1, connect: { lookup: onLoopback } }
const pools = new Map(inboxes.map(({ origin }) => [origin, new Pool(origin, options)]))
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = {
  uri: 'https://bench.example/users/writer#main-key',
  algorithm: 'rsa',
  privateKey,
} as const

for (let at = 0; at < Number(WARM_UP); at++) await sendAll(0)
const [cpu, startedAt, begin] = [process.cpuUsage(), Date.now(), performance.now()]
for (let number = 1; number <= Number(ACTIVITIES); number++) await sendAll(number)
const elapsed = performance.now() - begin
const { user, system } = process.cpuUsage(cpu)
const deliveries = Number(ACTIVITIES) * inboxes.length
const told: Sendings = { deliveries, startedAt, elapsed, cpu: (user + system) / 1000 }
process.send?.(told)

async function sendAll(number: number): Promise<void> {
  const body = JSON.stringify({ object: { type: 'Note', number, content: 'x'.repeat(1900) } })
  await Promise.all(inboxes.map((url) => send(url, body, sha256(body))))
}

async function send(url: URL, body: string, digest: string): Promise<void> {
  const signed = await signCavage({ key, method: 'POST', url, digest, now: Date.now() })
  const headers = { ...signed, 'content-type': 'application/activity+json' }
  const pool = pools.get(url.origin)!
  const reply = await pool.request({ path: url.pathname, method: 'POST', headers, body })
  await reply.body.dump()
}

function onLoopback(...[, , found]: Parameters<LookupFunction>): void {
  found(null, [{ address: '127.0.0.1', family: 4 }])
}
