import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestServer } from './support/server.ts'
import { createLocalAccount } from '../src/oauth/local-accounts.ts'
import { issueToken } from '../src/oauth/tokens.ts'
const n = Number(process.argv[2] ?? 10000)
const stream = process.argv[3] ?? 'public'
const server = await startTestServer()
const address = await server.listen()
const author = await server.signUp('author')
const application = await server.app.db.selectFrom('application').select('id').executeTakeFirstOrThrow()
const tokens: string[] = []
for (let i = 0; i < n; i += 500) {
  await server.app.transact(async (tx) => {
    for (let j = i; j < Math.min(n, i + 500); j++) {
      const { userId } = await createLocalAccount(tx, { username: `u${j}`, email: `u${j}@example.org`, passwordHash: 'x', locale: 'en', confirmed: true, approved: true, roleId: null, byOperator: true } as never)
      tokens.push((await issueToken(tx, server.app.keys, { applicationId: application.id, userId, scopes: 'read' })).text)
    }
  })
}
writeFileSync('/tmp/wsb/tokens.json', JSON.stringify(tokens))
;(globalThis as any).gc?.()
const before = process.memoryUsage().rss
const client = fork('/tmp/wsb/client2.mjs', [new URL(address).port, '/tmp/wsb/tokens.json', stream])
const message = () => new Promise<any>((r) => client.once('message', r))
let cpu = process.cpuUsage()
await message()
cpu = process.cpuUsage(cpu)
console.log('connect us each', (cpu.user + cpu.system) / n)
const show = (what: string) => console.log(what, 'rss MB', (process.memoryUsage().rss / 1e6).toFixed(0), 'delta', ((process.memoryUsage().rss - before) / 1e6).toFixed(0))
show('connected')
cpu = process.cpuUsage()
await delay(5000)
cpu = process.cpuUsage(cpu)
console.log('idle cpu ms/s', (cpu.user + cpu.system) / 5000)
for (let k = 0; k < 4; k++) {
  const c = process.cpuUsage()
  let worst = 0
  let tick = performance.now()
  const timer = setInterval(() => { const now = performance.now(); worst = Math.max(worst, now - tick - 1); tick = now }, 1)
  const start = Date.now()
  const t0 = performance.now()
  const status = await author.publish('hello world '.repeat(20) + k)
  const posted = performance.now() - t0
  await delay(1800)
  clearInterval(timer)
  const d = process.cpuUsage(c)
  client.send('count')
  const got = await message()
  console.log('post ms', posted.toFixed(1), 'frames', got.frames, 'last after ms', got.last - start, 'cpu ms', (d.user + d.system) / 1000, 'worst loop', worst.toFixed(0))
  if (k === 3) {
    const c2 = process.cpuUsage()
    await author.put(`/api/v1/statuses/${status.id}`, { status: 'edited' })
    await delay(1800)
    const d2 = process.cpuUsage(c2)
    client.send('count')
    console.log('edit frames', (await message()).frames, 'cpu ms', (d2.user + d2.system) / 1000)
  }
}
show('after')
client.kill()
await server[Symbol.asyncDispose]()
process.exit()
