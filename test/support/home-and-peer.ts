import assert from 'node:assert/strict'
import type { Config } from '../../src/kernel/base/config.ts'
import { type Fixtures, followOnPeer, loadFixtures } from './fixtures.ts'
import { type NetworkUser, startNetwork } from './network.ts'
import { type Json, type Peer, type PeerActor, startPeer } from './peer.ts'
import type { TestServer } from './server.ts'

/** Our server with one user, and a server of somebody else. */
export interface HomeAndPeer extends AsyncDisposable {
  home: TestServer
  alice: NetworkUser
  peer: Peer
  /** federation id of alice */
  aliceUri: string
  signUp(name: string): Promise<NetworkUser>
  /** an activity reaches our inbox, and all that comes of it is done */
  deliver(actor: PeerActor, activity: Json): Promise<void>
  /** statuses that are stored and not deleted, oldest first */
  stored(): Promise<Json[]>
  settle(): Promise<void>
}

export async function startHomeAndPeer(config: Partial<Config> = {}): Promise<HomeAndPeer> {
  await using open = new AsyncDisposableStack()
  const peer = open.use(await startPeer())
  const network = open.use(await startNetwork(['home'], { home: config }))
  const alice = await network.signUp('alice@home')
  const home = network.server('home')
  const kept = open.move()
  return {
    home,
    alice,
    peer,
    aliceUri: alice.uri,
    signUp: (name) => network.signUp(`${name}@home`),
    async deliver(actor, activity) {
      const answer = await peer.send(actor, activity, { inbox: `${home.app.config.origin}/inbox` })
      assert.equal(answer.status, 202, answer.body)
      await network.settle()
    },
    stored: () =>
      home.app.db
        .selectFrom('status')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute(),
    settle: () => network.settle(),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** The same with a software's fixtures, whose actor alice follows. */
export async function startWithFixtures(
  software: string,
): Promise<HomeAndPeer & { fixtures: Fixtures; send(name: string): Promise<Json> }> {
  await using open = new AsyncDisposableStack()
  const both = open.use(await startHomeAndPeer())
  const fixtures = await loadFixtures(software, { peer: both.peer, app: both.home.app })
  await followOnPeer(both.home, both.alice, fixtures.actor)
  await both.settle()
  open.move()
  return {
    ...both,
    fixtures,
    async send(name) {
      const activity = await fixtures.read(name)
      await both.deliver(fixtures.actor, activity)
      return activity
    },
  }
}
