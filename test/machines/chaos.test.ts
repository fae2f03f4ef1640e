import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Person, signUpAll } from '../support/api-client.ts'
import type { Refusals } from '../support/chaos/asking.ts'
import { endDeadLeases, endPauses } from '../support/chaos/deliveries-in-flight.ts'
import { bringFaults, type Chaos } from '../support/chaos/faults.ts'
import { Listener } from '../support/chaos/listeners.ts'
import {
  compareWrites,
  type Expected,
  missing,
  repeatedAt,
  SAME,
  wrongCounts,
} from '../support/chaos/outcome.ts'
import { planWrites } from '../support/chaos/plan.ts'
import { Progress } from '../support/chaos/progress.ts'
import { type Uploads, uploadAll } from '../support/chaos/uploads.ts'
import { type Campaign, nothingYet, publish, writeAll } from '../support/chaos/writers.ts'
import { followBy } from '../support/follow-activities.ts'
import { until } from '../support/in-time.ts'
import { Machines, withoutMachines } from '../support/machines.ts'
import { type Peer, type PeerActor, startPeer } from '../support/peer.ts'
import { TRIES_ALL } from '../support/rounds.ts'

const WRITES = TRIES_ALL ? 2_000 : 200
const IS_SHORT = !TRIES_ALL
const PEOPLE = Array.from({ length: 12 }, (_, at) => `writer${at}`)
const PEERS = 3
/** on each peer, for people to follow */
const REMOTE_TARGETS = 6
/** ms that a peer takes to answer, so that deliveries are under way when a process is killed */
const PEER_DELAY = 20
/** ms: longer than a client of S3 tries again */
const STORE_AWAY = IS_SHORT ? 4_000 : 10_000

interface World extends Campaign {
  machines: Machines
  peers: Peer[]
  targets: PeerActor[]
  /** by federation id, their ids here */
  targetIds: Map<string, string>
}

async function makeWorld(context: TestContext): Promise<World> {
  const machines = await Machines.start({ 'registrations.mode': 'open' })
  context.after(() => machines[Symbol.asyncDispose]())
  const people = await signUpAll(machines.address('A'), PEOPLE)
  const peers = await Promise.all(Array.from({ length: PEERS }, () => startPeer()))
  for (const peer of peers) {
    context.after(() => peer[Symbol.asyncDispose]())
    peer.inboxAnswer.delay = PEER_DELAY
  }
  const through = people.map((person) => Object.assign(person.at(machines.origin), idOf(person)))
  const world = {
    machines,
    peers,
    people: through,
    progress: new Progress(),
    acknowledged: nothingYet(),
    refusals: noRefusals(),
    ...(await addTargets(through[0]!, peers)),
  }
  await followFromPeers(world)
  for (const person of world.people.slice(1)) {
    await person.post(`/api/v1/accounts/${world.people[0]!.id}/follow`)
    world.acknowledged.follows.add(`${person.id} ${world.people[0]!.id}`)
  }
  return world
}

const idOf = ({ id, name, uri }: Person) => ({ id, name, uri })
const noRefusals = (): Refusals => ({ away: 0, later: 0, unclear: [] })

/** Accounts elsewhere, which are known here. */
async function addTargets(asking: Person, peers: readonly Peer[]) {
  const targets = peers.flatMap((peer) =>
    Array.from({ length: REMOTE_TARGETS }, (_, at) => peer.addActor(`target${at}`)),
  )
  const found = await Promise.all(
    targets.map(async ({ uri }) => {
      const query = new URLSearchParams({ q: uri, resolve: 'true', type: 'accounts' })
      const { accounts } = await asking.get(`/api/v2/search?${query}`)
      return [uri, accounts[0].id] as const
    }),
  )
  return { targets, targetIds: new Map<string, string>(found) }
}

/** Everybody here has one follower elsewhere, people with the same remainder on the same peer. */
async function followFromPeers({ machines, people, peers }: World): Promise<void> {
  const inbox = `${machines.origin}/inbox`
  await Promise.all(
    people.map(async (person, at) => {
      const peer = peers[at % PEERS]!
      const follower = peer.addActor(`follower${at}`)
      const answer = await peer.send(follower, followBy(follower, person.uri), { inbox })
      assert.equal(answer.status, 202, answer.body)
    }),
  )
  const accepted = () => peers.flatMap((peer) => peer.receivedOf('Accept')).length
  await until(() => accepted() >= people.length)
}

/** Pairs of people, and of people and accounts elsewhere, in turns. */
function pairsToFollow({ people, targetIds }: World) {
  return [...targetIds.values()].flatMap((far, round) =>
    people.flatMap((person, writer) => {
      const near = people[(writer + round + 1) % people.length]!
      // the first one has all others as followers already
      const isNew = round + 1 < people.length && near !== people[0] && near !== person
      return [{ writer, target: far }, ...(isNew ? [{ writer, target: near.id }] : [])]
    }),
  )
}

/** Activities that each peer should have got for what was acknowledged. */
async function expectedAt(world: World, peer: Peer): Promise<Expected[]> {
  const { people, acknowledged, targets, targetIds, machines } = world
  const rows = await machines.postgres.query<{ id: string; uri: string }>(
    'select id, uri from status',
  )
  const uris = new Map(rows.map(({ id, uri }) => [id, uri]))
  const here = people.filter((_, at) => world.peers[at % PEERS] === peer)
  const create = [...acknowledged.posts.values()].flatMap(({ id, writer }) => {
    const author = people[writer]!
    return here.includes(author) ? [`${author.uri} ${uris.get(id)}`] : []
  })
  const pairs = (names: Iterable<string>) => [...names].map((name) => name.split(' '))
  const announce = pairs(acknowledged.boosts.keys()).flatMap(([booster, statusId]) => {
    const person = here.find(({ id }) => id === booster)
    return person === undefined ? [] : [`${person.uri} ${uris.get(statusId!)}`]
  })
  const byId = new Map([...targetIds].map(([uri, id]) => [id, uri]))
  const own = new Set(
    targets.filter(({ uri }) => uri.startsWith(peer.origin)).map(({ uri }) => uri),
  )
  const follow = pairs(acknowledged.follows).flatMap(([account, target]) => {
    const uri = byId.get(target!)
    if (uri === undefined || !own.has(uri)) return []
    return [`${people.find(({ id }) => id === account)!.uri} ${uri}`]
  })
  return [
    { peer, type: 'Create', about: create },
    { peer, type: 'Announce', about: announce },
    { peer, type: 'Follow', about: follow },
  ]
}

test(`${WRITES} writes lose and double nothing while everything fails in turn`, {
  skip: withoutMachines,
}, async (context) => {
  const world = await makeWorld(context)
  const { machines, people, peers, progress, acknowledged, refusals } = world
  const { postgres } = machines
  const listeners = people.map((person) => new Listener(machines.origin, person))
  context.after(() => {
    for (const listener of listeners) listener[Symbol.dispose]()
  })
  await until(() => listeners.every(({ isOpen }) => isOpen))
  const uploads: Uploads = {
    stored: [],
    refusals: noRefusals(),
    whileAway: { stored: 0, refused: 0 },
  }
  const endings: Promise<void>[] = []
  const chaos: Chaos = {
    machines,
    progress,
    refusals,
    uploads,
    storeAway: STORE_AWAY,
    isStoreAway: false,
    afterJobsKilled() {
      if (IS_SHORT) endings.push(endDeadLeases(postgres))
    },
    mayRepeat: new Set(),
  }
  const isAway = () => chaos.isStoreAway
  const uploading = { every: WRITES / 20, isAway }

  await Promise.all([
    writeAll(world, planWrites(WRITES, people.length, pairsToFollow(world))),
    bringFaults(chaos, WRITES),
    uploadAll(world, uploads, { ...uploading, writer: 0 }),
    uploadAll(world, uploads, { ...uploading, writer: 1 }),
  ])
  await Promise.all(endings)
  if (IS_SHORT) await endPauses(postgres)
  await machines.allReady()
  await until(async () => (await waiting(postgres)) === 0)

  await context.test('the server answered, or said clearly that it could not', () => {
    assert.deepEqual(refusals.unclear, [])
    assert.deepEqual(uploads.refusals.unclear, [])
  })
  await context.test('every acknowledged write exists once, and nothing else does', async () => {
    const differences = await compareWrites(postgres, acknowledged)
    for (const [kind, difference] of Object.entries(differences)) {
      assert.deepEqual(difference, SAME, kind)
    }
    assert.deepEqual(await wrongCounts(postgres), [])
  })
  await context.test('every delivery arrived, and none twice but for a kill', async () => {
    for (const peer of peers) {
      for (const expected of await expectedAt(world, peer)) {
        assert.deepEqual(missing(expected), [], expected.type)
      }
    }
    const repeated = peers.flatMap(repeatedAt)
    assert.deepEqual(
      repeated.filter((id) => !chaos.mayRepeat.has(id)),
      [],
      'repeated without a kill',
    )
    assert.equal(new Set(repeated).size, repeated.length, 'an activity came three times')
  })
  await context.test('every file that was acknowledged is there', async () => {
    assert.ok(uploads.whileAway.stored + uploads.whileAway.refused > 0)
    for (const url of uploads.stored) {
      for (const name of ['A', 'B'] as const) {
        const answer = await fetch(machines.address(name) + new URL(url).pathname)
        assert.equal(answer.status, 200)
        assert.ok((await answer.arrayBuffer()).byteLength > 0)
      }
    }
  })
  await context.test('all streams are back and bring a post', async () => {
    await until(() => listeners.every(({ isOpen }) => isOpen))
    await publish(world, 0, 'the last post')
    const { id } = acknowledged.posts.get('the last post')!
    for (const listener of listeners) await until(() => listener.heard.has(id))
  })
  await context.test('the operator finds nothing wrong', async () => {
    await machines.allReady()
    const findings = (await machines.tool('A', 'doctor', '--json')).trim().split('\n')
    const wrong = findings.map((line) => JSON.parse(line)).filter(({ level }) => level === 'fail')
    assert.deepEqual(wrong, [])
  })
  console.log(
    `${WRITES} writes: ${acknowledged.repeated} asked for again, ${refusals.away} tries found nobody, ` +
      `${refusals.later} were refused with 503; ${uploads.stored.length} uploads stored, while the store was away ` +
      `${uploads.whileAway.stored} stored and ${uploads.whileAway.refused} refused; ` +
      `${peers.flatMap(({ received }) => received).length} deliveries came, ${peers.flatMap(repeatedAt).length} ` +
      `of them again, of ${chaos.mayRepeat.size} in flight at kills; streams opened ` +
      `${listeners.reduce((sum, { opened }) => sum + opened, 0)} times`,
  )
})

/** Deliveries and jobs that are still to be done; those of the future are left out, but not what is tried again. */
async function waiting(postgres: Machines['postgres']): Promise<number> {
  const [row] = await postgres.query<{ count: string }>(
    `select (select count(*) from delivery where state = 'waiting')
      + (select count(*) from job where parked_at is null
        and (run_at <= $1 or attempts > 0 or locked_until is not null)) as count`,
    [Date.now()],
  )
  return Number(row?.count)
}
