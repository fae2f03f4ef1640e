import type { Config } from '../../src/kernel/base/config.ts'
import { type Network, type NetworkUser, startNetwork } from './network.ts'
import { type Peer, type PeerActor, startPeer } from './peer.ts'
import type { TestServer } from './server.ts'

/** Our server with alice on it, and a peer with mallory. */
export interface PeerAndHome extends AsyncDisposable {
  home: TestServer
  alice: NetworkUser
  peer: Peer
  mallory: PeerActor
  /** address of a path of ours, by default the shared inbox */
  url(path?: string): string
  /** ids of accounts that ask to follow alice or do */
  followersOfAlice(): Promise<string[]>
  /** waiting activities */
  queued(): Promise<number>
  network: Network<'home'>
}

export async function startPeerAndHome(overrides: Partial<Config> = {}): Promise<PeerAndHome> {
  const open = new AsyncDisposableStack()
  const network = open.use(await startNetwork(['home'], { home: overrides }))
  const peer = open.use(await startPeer())
  const home = network.server('home')
  const alice = await network.signUp('alice@home')
  return {
    network,
    home,
    alice,
    peer,
    mallory: peer.addActor('mallory', { keys: ['rsa', 'ed25519'] }),
    url: (path = '/inbox') => home.app.config.origin + path,
    async followersOfAlice() {
      await network.settle()
      const rows = await home.app.db
        .selectFrom('follow')
        .innerJoin('account', 'account.id', 'follow.account_id')
        .where('target_id', '=', alice.id)
        .select('account.uri')
        .execute()
      return rows.map(({ uri }) => uri)
    },
    async queued() {
      const jobs = await home.app.db
        .selectFrom('job')
        .where('kind', 'in', [
          'federation.receive',
          'federation.receive_slowly',
          'federation.refetch',
        ])
        .select('id')
        .execute()
      return jobs.length
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
