// npm run bench -- peers --server https://a.example --token T --token T2 [--pid N] [--server …]: see README.md
import { describeMachine } from '../machine.ts'
import { RateLimited } from './api.ts'
import { type PeerServer, readArguments } from './arguments.ts'
import { sendCreates, startActor } from './federation.ts'
import { startFloor } from './floor.ts'
import { counted, roundsOf, type Work } from './rounds.ts'
import { floorOf, READS, readsOf, writesOf } from './rows.ts'
import { type SeededPeer, seedPeer } from './seed.ts'
import { openStreams } from './streams.ts'
import { type Row, tableOf } from './table.ts'

/** statuses of a round to all sockets */
const STREAMED = 10
const AT_ONCE = 8

const given = readArguments(process.argv.slice(3))
const { servers, seconds, rounds, posts, sockets, tls, only } = given
await using floor = given.floor ? await startFloor() : null
const measured = floor === null ? servers : [...servers, floor.server]
const rows: Row[] = []
const notes: string[] = []
try {
  await compare()
} catch (error) {
  if (!(error instanceof RateLimited)) throw error
  notes.push(`ended early: ${error.message}`)
  process.exitCode = 1
}
const names = measured.map((server) => (servers.includes(server) ? server.address.host : 'floor'))
const list = notes.map((note) => `- ${note}\n`).join('')
process.stdout.write(`${describeMachine()}, ${rounds} rounds\n\n${tableOf(rows, names)}\n${list}`)

async function compare(): Promise<void> {
  const seeded: SeededPeer[] = []
  for (const server of servers) {
    process.stderr.write(`Seeding ${server.address.origin}…\n`)
    seeded.push(await seedPeer(server))
  }
  for (const [what, call] of Object.entries(READS)) {
    const onFloor = floor && (() => floorOf(floor.server, seeded[0]!, call(seeded[0]!), seconds))
    await measure(what, seeded, (one) => readsOf(one, call(one), seconds), onFloor)
  }
  for (const atOnce of [1, AT_ONCE]) {
    await measure(`POST status, ${atOnce} at a time`, seeded, async (one) =>
      writesOf(one, posts, atOnce),
    )
  }
  await measureStreams(seeded)
  await using actor = await startActor(tls)
  await measure('signed Create with a mention, to its acceptance', seeded, (one) =>
    sendCreates(one, actor, posts),
  )
}

async function measureStreams(seeded: readonly SeededPeer[]): Promise<void> {
  using open = new DisposableStack()
  await measure(`POST status, until ${sockets} WebSockets have it`, seeded, async (one) => {
    const streams = open.adopt(await openStreams(one, sockets), ({ close }) => close())
    return counted(streams.open, STREAMED, 1)
  })
}

/** Adds a row of those servers that can do it; says why another cannot. */
async function measure(
  what: string,
  seeded: readonly SeededPeer[],
  workOf: (one: SeededPeer) => Promise<Work>,
  onFloor: (() => Promise<Work>) | null = null,
): Promise<void> {
  if (only.length > 0 && !only.some((word) => what.includes(word))) return
  process.stderr.write(`${what}…\n`)
  const works: { server: PeerServer; work: Work }[] = []
  for (const one of seeded) {
    try {
      works.push({ server: one.server, work: await workOf(one) })
    } catch (error) {
      if (error instanceof RateLimited) throw error
      notes.push(`${what}: skipped at ${one.server.address.host}, ${(error as Error).message}`)
    }
  }
  if (floor !== null && onFloor !== null)
    works.push({ server: floor.server, work: await onFloor() })
  const all = await roundsOf(works, rounds)
  rows.push({
    what,
    rounds: measured.map((server) => all[works.findIndex((one) => one.server === server)] ?? []),
  })
}
