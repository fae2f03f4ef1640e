import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOwnTestDatabase } from '../support/database.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { rounds, TRIES_ALL } from '../support/rounds.ts'
import { startTestServer } from '../support/server.ts'
import { TwinWorlds } from '../support/twin-worlds.ts'

const ROUNDS = rounds(10)
const PEOPLE = 6
const STEPS = TRIES_ALL ? 240 : 120

/** The accounts of a step: one acts, mostly upon the other. */
interface Scene {
  world: TwinWorlds
  random: Random
  who: number
  other: number
}

type Step = (scene: Scene) => Promise<unknown>

const publish =
  (more: (side: 0 | 1) => object = () => ({})): Step =>
  async ({ world, random, who, other }) => {
    const mentioned = random() < 0.3 ? ` @${world.people[other]![0].username}` : ''
    const tag = random() < 0.3 ? ` #${random.pick(['birds', 'boats'])}` : ''
    const visibility = random.pick(['public', 'public', 'public', 'unlisted', 'private', 'direct'])
    const language = random.pick(['en', 'de'])
    const status = `Number ${world.statuses.length}${mentioned}${tag}`
    const body = (side: 0 | 1) => ({ status, visibility, language, ...more(side) })
    world.add(await world.both(who, 'POST', () => '/api/v1/statuses', body))
  }

const reply: Step = (scene) => {
  const to = aStatus(scene)
  return publish((side) => ({ in_reply_to_id: to?.[side] }))(scene)
}

const reblog: Step = async (scene) => {
  const ids = aStatus(scene)
  if (ids === undefined) return
  const { world, who } = scene
  const made = await world.both(who, 'POST', (side) => `/api/v1/statuses/${ids[side]}/reblog`)
  if (made !== null && !world.knows(made)) world.add(made)
}

const onStatus =
  (method: string, action = '', body: object = {}): Step =>
  async (scene) => {
    const ids = aStatus(scene)
    if (ids === undefined) return
    const { world, who } = scene
    const path = (side: 0 | 1) => `/api/v1/statuses/${ids[side]}${action}`
    await world.both(who, method, path, () => ({ ...body }))
  }

/** Mostly one of the latest. */
function aStatus({ world: { statuses }, random }: Scene) {
  const late = Math.max(0, statuses.length - 1 - random.below(10))
  return statuses[random() < 0.8 ? late : random.below(statuses.length)]
}

const onAccount =
  (action: string, body: (random: Random) => object = () => ({})): Step =>
  async ({ world, random, who, other }) => {
    const given = { ...body(random) }
    const path = (side: 0 | 1) => `/api/v1/accounts/${world.people[other]![side].id}/${action}`
    await world.both(who, 'POST', path, () => given)
  }

const follow = onAccount('follow', (random) => ({
  reblogs: random() < 0.7,
  ...(random() < 0.3 ? { languages: [random.pick(['en', 'de'])] } : {}),
}))

const makeList: Step = async ({ world, random, who }) => {
  const body = { title: 'List', replies_policy: aPolicy(random), exclusive: random() < 0.3 }
  const made = await world.both(
    who,
    'POST',
    () => '/api/v1/lists',
    () => body,
  )
  world.lists.push({ owner: who, ids: [made![0].id, made![1].id] })
}

const aPolicy = (random: Random) => random.pick(['list', 'followed', 'none'])

const onList =
  (method: 'POST' | 'DELETE'): Step =>
  async ({ world, random, other }) => {
    if (world.lists.length === 0) return
    const { owner, ids } = random.pick(world.lists)
    const path = (side: 0 | 1) => `/api/v1/lists/${ids[side]}/accounts`
    const body = (side: 0 | 1) => ({ account_ids: [world.people[other]![side].id] })
    await world.both(owner, method, path, body)
  }

const changeList: Step = async ({ world, random }) => {
  if (world.lists.length === 0) return
  const { owner, ids } = random.pick(world.lists)
  const body = { title: 'List', replies_policy: aPolicy(random), exclusive: random() < 0.3 }
  await world.both(
    owner,
    'PUT',
    (side) => `/api/v1/lists/${ids[side]}`,
    () => body,
  )
}

const deleteList: Step = async ({ world }) => {
  const list = world.lists.shift()
  if (list === undefined) return
  await world.both(list.owner, 'DELETE', (side) => `/api/v1/lists/${list.ids[side]}`)
}

const onTag =
  (action: string): Step =>
  async ({ world, random, who }) => {
    const tag = random.pick(['birds', 'boats'])
    await world.both(who, 'POST', () => `/api/v1/tags/${tag}/${action}`)
  }

/** Only of the second server: on the first one, posts are always written into all timelines. */
const changeLimit: Step = async ({ world, random }) => {
  const limit = random.pick([0, 1, 1, 2, 3])
  world.done.push(`limit ${limit}`)
  await world.servers[1].set('timelines.fan_out_limit', limit)
}

const wait: Step = ({ world, random }) => world.wait(random.pick([30, 90]) * 1000)
const read: Step = ({ world, random, who }) => world.compareSome(random, who)

/** Steps, and how often each comes up. */
const STEPS_BY_WEIGHT: readonly (readonly [number, Step])[] = [
  [24, publish()],
  [14, reply],
  [22, reblog],
  [5, onStatus('POST', '/unreblog')],
  [4, onStatus('DELETE')],
  [2, onStatus('PUT', '', { status: 'Changed', language: 'de' })],
  [10, follow],
  [5, onAccount('unfollow')],
  [3, onAccount('mute', (random) => ({ duration: random.pick([0, 60]) }))],
  [3, onAccount('unmute')],
  [1, onAccount('block')],
  [2, onAccount('unblock')],
  [2, makeList],
  [5, onList('POST')],
  [2, onList('DELETE')],
  [2, changeList],
  [1, deleteList],
  [2, onTag('follow')],
  [1, onTag('unfollow')],
  [6, changeLimit],
  [2, wait],
  [10, read],
]

const BAG = STEPS_BY_WEIGHT.flatMap(([weight, step]) => Array<Step>(weight).fill(step))

/** A world in which everybody follows the first account, and some others. */
async function aWorld(world: TwinWorlds, random: Random, round: number): Promise<void> {
  for (let who = 0; who < PEOPLE; who++) await world.signUp(`p${who}r${round}`)
  for (let who = 0; who < PEOPLE; who++) {
    for (let other = 0; other < PEOPLE; other++) {
      const isKnown = other === 0 || random() < 0.6
      if (who !== other && isKnown) await follow({ world, random, who, other })
    }
  }
}

test('pulled statuses make the same timelines as those that are written', async () => {
  await using written = await startTestServer()
  await using pulled = await startTestServer({}, { database: await openOwnTestDatabase() })
  await written.set('timelines.fan_out_limit', 0)
  let seen = 0
  for (let round = 0; round < ROUNDS; round++) {
    const seed = Number(process.env.TEST_SEED ?? 1) + round
    const random = seededRandom(seed)
    const world = new TwinWorlds(written, pulled)
    world.done.push(`seed ${seed}`)
    await changeLimit({ world, random, who: 0, other: 0 })
    await aWorld(world, random, round)
    for (let step = 0; step < STEPS; step++) {
      const who = random.below(PEOPLE)
      const other = (who + 1 + random.below(PEOPLE - 1)) % PEOPLE
      await random.pick(BAG)({ world, random, who, other })
    }
    await world.settle()
    for (let who = 0; who < PEOPLE; who++) {
      for (const path of world.timelinesOf(who)) seen += await world.compareAll(who, path, 15)
    }
  }

  const { count } = await pulled.app.db
    .selectFrom('pulled_status')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const steps = STEPS * ROUNDS
  assert.ok(count > steps / 24 && seen > steps / 3, `${count} were pulled, ${seen} seen`)
})
