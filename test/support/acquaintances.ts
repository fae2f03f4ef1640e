import assert from 'node:assert/strict'
import { followAccount } from '../../src/features/relationships/follows.ts'
import type { PeerActor } from './peer.ts'
import type { TestServer, TestUser } from './server.ts'

/** Lets a server know somebody on a peer. @returns id of the account there */
export async function meet({ app }: TestServer, actor: PeerActor): Promise<string> {
  const account = await app.federation.actors.resolveActor(app, actor.uri)
  assert.ok(account, `${actor.uri} is nobody`)
  return account.id
}

/** Makes somebody on a peer a follower of a user of the server. @returns id of the follower there */
export async function followFromPeer(
  server: TestServer,
  actor: PeerActor,
  user: Pick<TestUser, 'id'>,
): Promise<string> {
  const accountId = await meet(server, actor)
  const uri = `${actor.uri}#follows/${user.id}`
  await server.app.transact((tx) => followAccount(tx, { accountId, targetId: user.id, uri }))
  return accountId
}
