import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { ApiClient, type Person, signUpAll } from '../support/api-client.ts'
import { followBy } from '../support/follow-activities.ts'
import { until } from '../support/in-time.ts'
import { Machines, withoutMachines } from '../support/machines.ts'
import { png } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { type Json, type Peer, type PeerActor, startPeer } from '../support/peer.ts'
import { TRIES_ALL } from '../support/rounds.ts'
import { openSocket, type TestSocket } from '../support/streams.ts'

const SETTINGS = '/api/rookery/v1/admin/settings'
const [POSTS, CHANGES] = TRIES_ALL ? [200, 50] : [20, 5]

describe('one server in five processes behind a proxy', { skip: withoutMachines }, () => {
  let machines: Machines
  let peer: Peer
  let carol: PeerActor
  let owner: ApiClient
  let alice: Person
  let bob: Person
  let socket: TestSocket

  before(async () => {
    machines = await Machines.start()
    peer = await startPeer()
    carol = peer.addActor('carol')
    owner = new ApiClient(machines.origin, await machines.makeOwner('owner'))
  })
  after(async () => {
    socket?.client.terminate()
    await machines?.[Symbol.asyncDispose]()
    await peer?.[Symbol.asyncDispose]()
  })

  const on = (person: ApiClient, name: 'A' | 'B') => person.at(machines.address(name))
  const instanceOn = (name: 'A' | 'B') => on(owner, name).get('/api/v2/instance')

  test('a setting that an administrator changes on A holds on B', async () => {
    const before = await instanceOn('B')
    await on(owner, 'A').put(SETTINGS, { 'registrations.mode': 'open', title: 'Rooks' })

    await until(async () => (await instanceOn('B')).title === 'Rooks')
    assert.notEqual(before.title, 'Rooks')
    assert.equal((await instanceOn('B')).registrations.enabled, true)
  })

  test('people sign up, and both processes know them', async () => {
    const [first, second] = await signUpAll(machines.origin, ['alice', 'bob'])
    alice = first!
    bob = second!

    for (const name of ['A', 'B'] as const) {
      const { username } = await on(alice, name).get('/api/v1/accounts/verify_credentials')
      assert.equal(username, 'alice')
    }
  })

  test('a post on A is on a WebSocket of C', async () => {
    await bob.post(`/api/v1/accounts/${alice.id}/follow`)
    socket = await openSocket(machines.origin, { token: bob.token, query: { stream: 'user' } })
    await socket.settle()

    const { id } = await on(alice, 'A').post('/api/v1/statuses', { status: 'hello' })

    assert.equal((await socket.nextPayload('update')).id, id)
  })

  test('a picture that was uploaded through the proxy is read from either', async () => {
    const [body, headers] = await multipart({ file: await png(80, 60) })
    const { id } = await alice.post('/api/v2/media', body, headers)
    const status = await alice.post('/api/v1/statuses', { status: 'look', media_ids: [id] })
    assert.equal((await socket.nextPayload('update')).id, status.id)

    const { pathname } = new URL(status.media_attachments[0].url)
    for (const name of ['A', 'B'] as const) {
      const answer = await fetch(machines.address(name) + pathname)
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      assert.deepEqual([answer.status, width, height], [200, 80, 60])
      const [newest] = await on(bob, name).get('/api/v1/timelines/home')
      assert.deepEqual([newest.id, newest.media_attachments[0].id], [status.id, id])
    }
  })

  test('notifications are there on both processes, and live', async () => {
    const own = await openSocket(machines.origin, {
      token: alice.token,
      query: { stream: 'user:notification' },
    })
    await own.settle()
    const [post] = await alice.get(`/api/v1/accounts/${alice.id}/statuses`)

    await on(bob, 'B').post(`/api/v1/statuses/${post.id}/favourite`)

    assert.equal((await own.nextPayload('notification')).type, 'favourite')
    for (const name of ['A', 'B'] as const) {
      const all: Json[] = await on(alice, name).get('/api/v1/notifications')
      assert.deepEqual(
        all.map(({ type }) => type),
        ['favourite', 'follow'],
      )
    }
    own.client.close()
  })

  test('people on another server follow, get posts and answer', async () => {
    const inbox = `${machines.origin}/inbox`
    const send = async (activity: Json) => {
      const answer = await peer.send(carol, activity, { inbox })
      assert.equal(answer.status, 202, answer.body)
    }
    await send(followBy(carol, alice.uri))
    await until(() => peer.receivedOf('Accept').length === 1)

    const status = await on(alice, 'B').post('/api/v1/statuses', { status: 'to the world' })
    await until(() => peer.receivedOf('Create').length === 1)
    const [create] = peer.receivedOf('Create')
    assert.equal(create.object.id, status.uri)
    assert.equal((await peer.get(status.uri, { actor: carol })).json.content, status.content)
    assert.equal((await socket.nextPayload('update')).id, status.id)

    const note = {
      id: `${carol.uri}/notes/1`,
      type: 'Note',
      attributedTo: carol.uri,
      inReplyTo: status.uri,
      content: '<p>well said</p>',
      to: ['https://www.w3.org/ns/activitystreams#Public', alice.uri],
      tag: [{ type: 'Mention', href: alice.uri, name: '@alice' }],
    }
    await send({ id: `${note.id}/activity`, type: 'Create', object: note, to: note.to })
    await until(async () => {
      const [newest] = await on(alice, 'A').get('/api/v1/notifications')
      return newest.type === 'mention' && newest.status.content === '<p>well said</p>'
    })
  })

  test('how long posts, settings and jobs take from one process to another', async () => {
    const posts = await times(POSTS, async (at) => {
      const { id } = await on(alice, 'A').post('/api/v1/statuses', { status: `number ${at}` })
      assert.equal((await socket.nextPayload('update')).id, id)
    })
    const settings = await times(CHANGES, async (at) => {
      await on(owner, 'A').put(SETTINGS, { title: `Title ${at}` })
      while ((await instanceOn('B')).title !== `Title ${at}`);
    })
    const uris: string[] = []
    const deliveries = await times(CHANGES, async (at) => {
      const { uri } = await on(alice, 'A').post('/api/v1/statuses', { status: `delivered ${at}` })
      uris.push(uri)
      const came = () => peer.receivedOf('Create').some(({ object }) => object.id === uri)
      while (!came()) await new Promise((later) => setTimeout(later, 1))
      await socket.nextPayload('update')
    })
    const query = { stream: 'user:notification' }
    const own = await openSocket(machines.origin, { token: alice.token, query })
    await own.settle()
    const jobs = await times(CHANGES, async (at) => {
      const like = { id: `${carol.uri}#likes/${at}`, type: 'Like', object: uris[at] }
      const answer = await peer.send(carol, like, { inbox: `${machines.origin}/inbox` })
      assert.equal(answer.status, 202, answer.body)
      assert.equal((await own.nextPayload('notification')).type, 'favourite')
    })
    own.client.close()

    console.log(`post on A to WebSocket of C: ${posts}`)
    console.log(`setting changed on A until it holds on B: ${settings}`)
    console.log(`post on A until a peer has it from D or E: ${deliveries}`)
    console.log(`activity received on A or B, job on D or E, notification on C: ${jobs}`)
  })

  test('both web processes answered, and nothing is wrong', async () => {
    for (const name of ['A', 'B'] as const) {
      assert.ok((machines.proxy.answered.get(machines.portOf(name)) ?? 0) > 0, name)
    }
    await machines.allReady()
    assert.doesNotMatch(await machines.tool('A', 'doctor'), /^fail/m)
  })
})

/** Does something so often, and says how long it took. */
async function times(count: number, work: (at: number) => Promise<void>): Promise<string> {
  const taken: number[] = []
  for (let at = 0; at < count; at++) {
    const began = performance.now()
    await work(at)
    taken.push(performance.now() - began)
  }
  taken.sort((a, b) => a - b)
  const share = (part: number) => (taken[Math.floor(taken.length * part)] ?? 0).toFixed(1)
  return `p50 ${share(0.5)} ms, p99 ${share(0.99)} ms of ${count}`
}
