import { startNetwork } from './network.ts'
import type { Json, Peer, PeerActor } from './peer.ts'
import type { TestServer } from './server.ts'

/** A server that speaks with no other yet. */
export async function startHome() {
  const network = await startNetwork(['home'])
  const home = network.server('home')
  const inbox = `${home.app.config.origin}/inbox`
  return { network, home, inbox, [Symbol.asyncDispose]: () => network[Symbol.asyncDispose]() }
}

/** Sends an activity and lets it have its effect. @returns the status of the answer */
export async function deliver(
  { home, inbox }: { home: TestServer; inbox: string },
  peer: Peer,
  actor: PeerActor,
  activity: Record<string, Json>,
): Promise<number> {
  const { status } = await peer.send(actor, activity, { inbox })
  await home.settle()
  return status
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
export async function account(home: TestServer, id: string): Promise<any> {
  const reply = await home.anonymous.get(`/api/v1/accounts/${id}`)
  return reply.statusCode === 200 ? reply.json() : null
}

export function remoteAccounts({ app }: TestServer) {
  return app.db.selectFrom('account').selectAll().where('domain', 'is not', null).execute()
}
