import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ON_SQLITE } from '../support/database-kind.ts'
import { mutate } from '../support/mutate.ts'
import type { PeerActor } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { signedHeaders } from '../support/peer-signatures.ts'
import { seededRandom } from '../support/random.ts'
import { rounds } from '../support/rounds.ts'

type Stage = Awaited<ReturnType<typeof startPeerAndHome>>

/** all of them on SQLite; the queries are the same ones on PostgreSQL, which gets a sample */
const ACTIVITIES = rounds(ON_SQLITE ? 10_000 : 300, 200)
/** each on a server of its own, from another seed */
const PARTS = ON_SQLITE ? 4 : 1
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const AT_ONCE = 100
/** bytes */
const MOST_GROWTH = 64 * 1024 ** 2
const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'

/** Rows that no actor of the peer may change: all rows of local accounts and of the victim. */
async function protectedRows({ home }: Stage, victimId: string) {
  const { db } = home.app
  const people = db
    .selectFrom('account')
    .selectAll()
    .where((eb) => eb.or([eb('domain', 'is', null), eb('id', '=', victimId)]))
    .orderBy('id')
  const statuses = db
    .selectFrom('status')
    .select(['id', 'account_id', 'uri', 'content', 'text', 'visibility', 'edited_at', 'deleted_at'])
    .where((eb) => eb.or([eb('local', '=', true), eb('account_id', '=', victimId)]))
    .orderBy('id')
  const follows = db
    .selectFrom('follow')
    .innerJoin('account', 'account.id', 'follow.account_id')
    .select(['account_id', 'target_id'])
    .where((eb) => eb.or([eb('account.domain', 'is', null), eb('account_id', '=', victimId)]))
    .orderBy('account_id')
  const settings = db.selectFrom('setting').selectAll().orderBy('name')
  return {
    people: await people.execute(),
    statuses: await statuses.execute(),
    follows: await follows.execute(),
    users: await db.selectFrom('local_user').select(['id', 'email', 'role_id']).execute(),
    settings: (await settings.execute()).filter(({ name }) => name !== 'cache.epoch'),
  }
}

/** One activity of each kind, about the sender's note of that number. */
function samples(
  stage: Stage,
  statusUri: string,
  victim: PeerActor,
  number: number,
): Record<string, unknown>[] {
  const { mallory, alice, peer } = stage
  const me = mallory.uri
  const note = {
    id: `${me}/notes/${number}`,
    type: 'Note',
    attributedTo: me,
    to: [PUBLIC],
    cc: [`${me}/followers`, alice.uri],
    published: '2026-11-20T12:00:00Z',
    updated: '2026-11-20T13:00:00Z',
    summary: 'careful',
    sensitive: true,
    content: '<p>Hello <a href="https://elsewhere.example">there</a> #tag</p>',
    contentMap: { en: '<p>Hello</p>' },
    inReplyTo: statusUri,
    quote: statusUri,
    url: [{ type: 'Link', mediaType: 'text/html', href: `${peer.origin}/@mallory/1` }],
    tag: [
      { type: 'Mention', href: alice.uri, name: `@${alice.handle}` },
      { type: 'Hashtag', href: `${peer.origin}/tags/tag`, name: '#tag' },
      {
        type: 'Emoji',
        id: `${peer.origin}/emojis/1`,
        name: ':blob:',
        icon: { url: `${peer.origin}/blob.png` },
      },
    ],
    attachment: [
      {
        type: 'Image',
        mediaType: 'image/png',
        url: `${peer.origin}/a.png`,
        name: 'a',
        width: 9,
        height: 9,
        focalPoint: [0, 1],
      },
    ],
    replies: {
      id: `${me}/notes/${number}/replies`,
      type: 'Collection',
      first: { type: 'CollectionPage', items: [] },
    },
    interactionPolicy: { canQuote: { automaticApproval: [PUBLIC] } },
  }
  const question = {
    ...note,
    id: `${me}/questions/${number}`,
    type: 'Question',
    oneOf: [
      { type: 'Note', name: 'yes', replies: { type: 'Collection', totalItems: 3 } },
      { type: 'Note', name: 'no', replies: { type: 'Collection', totalItems: 1 } },
    ],
    endTime: '2026-12-20T12:00:00Z',
    votersCount: 4,
  }
  const follow = { id: `${me}#follows/${number}`, type: 'Follow', actor: me, object: alice.uri }
  const like = { id: `${me}#likes/${number}`, type: 'Like', object: statusUri, content: '👍' }
  const featured = `${me}/collections/featured`
  return [
    { type: 'Create', object: note, to: note.to, cc: note.cc, published: note.published },
    { type: 'Create', object: question, to: note.to },
    { type: 'Create', object: { ...note, id: `${me}/direct/${number}`, to: [alice.uri], cc: [] } },
    { type: 'Update', object: { ...note, content: '<p>Edited</p>' } },
    {
      type: 'Update',
      object: {
        ...mallory.document,
        name: 'Changed',
        attachment: [{ type: 'PropertyValue', name: 'a', value: 'b' }],
      },
    },
    { type: 'Delete', object: { id: note.id, type: 'Tombstone' } },
    { type: 'Announce', object: statusUri, to: [PUBLIC], published: note.published },
    { type: 'Announce', object: `${victim.uri}/notes/1`, to: [PUBLIC] },
    like,
    { type: 'EmojiReact', object: statusUri, content: ':blob:', tag: note.tag },
    follow,
    { type: 'Accept', object: { ...follow, actor: alice.uri, object: me } },
    { type: 'Reject', object: { ...follow, actor: alice.uri, object: me } },
    { type: 'Undo', object: follow },
    { type: 'Undo', object: like },
    { type: 'Block', object: alice.uri },
    { type: 'Flag', object: [alice.uri, statusUri], content: 'spam' },
    { type: 'Add', object: note.id, target: featured },
    {
      type: 'Add',
      object: { type: 'Hashtag', name: '#tag', href: `${peer.origin}/tags/tag` },
      target: featured,
    },
    { type: 'Remove', object: note.id, target: featured },
    { type: 'Move', object: me, target: victim.uri },
    { type: 'QuoteRequest', object: statusUri, instrument: note },
  ].map((activity, at) => ({ id: `${me}#activities/${at}`, actor: me, ...activity }))
}

/** Posts a body as mallory, in process. */
async function post({ home, mallory }: Stage, body: string, path: string): Promise<number> {
  const url = new URL(home.app.config.origin + path)
  const key = mallory.keys[0]!
  const signed = signedHeaders({
    key,
    signature: 'cavage',
    method: 'POST',
    url,
    body,
    now: home.app.clock(),
  })
  const response = await home.http.inject({
    method: 'POST',
    url: path,
    headers: { host: url.host, 'content-type': 'application/activity+json', ...signed },
    payload: body,
  })
  return response.statusCode
}

function heapAfterCleaning(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** alice and the victim follow each other and know a post of each; mallory follows alice. */
async function acquaint(stage: Stage) {
  const { peer, alice, mallory, network } = stage
  const inbox = stage.url()
  const victim = peer.addActor('victim')
  const note = {
    id: `${victim.uri}/notes/1`,
    type: 'Note',
    attributedTo: victim.uri,
    to: [PUBLIC],
    content: 'mine',
  }
  peer.serve('/users/victim/notes/1', note)
  const { uri: statusUri, id: statusId } = await alice.publish('Something to talk about')
  const follow = { type: 'Follow', object: alice.uri }
  await peer.send(victim, { id: `${victim.uri}#1`, ...follow }, { inbox })
  await peer.send(mallory, { id: `${mallory.uri}#1`, ...follow }, { inbox })
  const { id: victimId } = await alice.resolve(victim.handle)
  await alice.post(`/api/v1/accounts/${victimId}/follow`)
  await network.settle()
  const accept = { type: 'Accept', object: peer.receivedOf('Follow')[0] }
  await peer.send(victim, { id: `${victim.uri}#2`, ...accept }, { inbox })
  await network.settle()
  const create = { type: 'Create', object: note, to: [PUBLIC] }
  await peer.send(victim, { id: `${victim.uri}#3`, ...create }, { inbox })
  await network.settle()
  return { victim, victimId: String(victimId), note, statusUri, statusId }
}

type Acquainted = Awaited<ReturnType<typeof acquaint>>

/** Bodies of mutated activities, most of which name their sender and an id of their own. */
function createMutants(stage: Stage, { victim, note, statusUri }: Acquainted, part: number) {
  const { mallory, alice } = stage
  const random = seededRandom(SEED + part)
  const names = [
    ...[mallory.uri, victim.uri, alice.uri, statusUri, note.id, PUBLIC],
    ...[`${mallory.uri}/followers`, mallory.inbox, `${mallory.uri}/notes/1`],
  ]
  let made = 0
  return () => {
    const base = random.pick(samples(stage, statusUri, victim, random.below(100)))
    const mutant = mutate(base, random, names) as Record<string, unknown>
    made += 1
    if (random() < 0.9) mutant.actor = mallory.uri
    if (random() < 0.7) mutant.id = `${mallory.uri}#fuzz/${made}`
    // what it would take to begin anew after it is another test's matter
    if (mutant.type === 'Delete' && mutant.object === mallory.uri) mutant.object = note.id
    const text = JSON.stringify(mutant)
    const body = random() < 0.02 ? text.slice(0, random.below(text.length)) : text
    return { body, path: random.pick(['/inbox', '/users/alice/inbox']) }
  }
}

/** Jobs that failed for another reason than that somebody is away. */
async function bugs({ home }: Stage): Promise<unknown[]> {
  const jobs = await home.app.db
    .selectFrom('job')
    .select(['kind', 'last_error', 'payload'])
    .where('last_error', 'is not', null)
    .execute()
  return jobs.filter(({ last_error }) => !last_error!.startsWith('Unreachable'))
}

/** Posts of others than the two there are, or whose id is not theirs to give. */
async function strangePosts({ home, peer, mallory }: Stage, { victim }: Acquainted) {
  const posts = await home.app.db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select(['status.uri', 'account.uri as author'])
    .where('status.local', '=', false)
    .execute()
  const authors = [mallory.uri, victim.uri]
  const strange = posts.filter(
    ({ uri, author }) => !authors.includes(author) || !uri.startsWith(`${peer.origin}/`),
  )
  return { strange, count: posts.length }
}

async function throwMutants(part: number, activities: number): Promise<void> {
  await using stage = await startPeerAndHome()
  const { home, alice } = stage
  const known = await acquaint(stage)
  const before = await protectedRows(stage, known.victimId)
  const nextMutant = createMutants(stage, known, part)
  let [accepted, heap] = [0, 0]

  for (let done = 0; done < activities; done += AT_ONCE) {
    const mutants = Array.from({ length: AT_ONCE }, nextMutant)
    const answers = await Promise.all(mutants.map(({ body, path }) => post(stage, body, path)))
    for (const [at, status] of answers.entries()) {
      assert.ok(status < 500, `${status} for ${mutants[at]!.body.slice(0, 2000)}`)
      if (status === 202) accepted += 1
    }
    home.clock.now += 61_000 // budgets of fetches are by the minute
    await home.settle()
    if (done === AT_ONCE) heap = heapAfterCleaning()
  }

  assert.deepEqual(await bugs(stage), [])
  assert.deepEqual(await protectedRows(stage, known.victimId), before)
  const { strange, count } = await strangePosts(stage, known)
  assert.deepEqual(strange, [])
  assert.ok(accepted > activities / 2 && count > 5, `${accepted} accepted, ${count} posts`)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
  if (heap > 0) assert.ok(heapAfterCleaning() < heap + MOST_GROWTH, 'memory grows')
  for (const path of [
    '/api/v1/timelines/home',
    '/api/v1/notifications',
    `/api/v1/statuses/${known.statusId}/context`,
    `/api/v1/accounts/${known.victimId}/statuses`,
  ]) {
    const page = await alice.get(path)
    assert.equal(page.statusCode, 200, `${path}: ${page.body}`)
  }
}

for (let part = 1; part <= PARTS; part++) {
  test(`mutated activities break nothing, change nothing of others, fill no memory (${part})`, () =>
    throwMutants(part, ACTIVITIES / PARTS))
}
