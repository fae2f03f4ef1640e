import { followOnPeer } from './fixtures.ts'
import { startHomeAndPeer } from './home-and-peer.ts'
import { type Json, type Peer, startPeer } from './peer.ts'

/** The server of mallory, who attacks, and another one where bob lives; alice here follows mallory. */
export async function startAttack(type = 'Person') {
  await using open = new AsyncDisposableStack()
  const both = open.use(await startHomeAndPeer())
  const bobs = open.use(await startPeer())
  const mallory = both.peer.addActor('mallory', { type })
  await followOnPeer(both.home, both.alice, mallory)
  await both.settle()
  const kept = open.move()
  return {
    ...both,
    bobs,
    bob: bobs.addActor('bob'),
    mallory,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export type Attack = Awaited<ReturnType<typeof startAttack>>

/** Serves a path that redirects. @returns its address */
export function redirect(peer: Peer, path: string, location: string): string {
  peer.serve(path, '', { status: 302, headers: { location } })
  return peer.url(path)
}

/** An address at bob's server that leads wherever its query says, as careless sites have them. */
export function openRedirect({ bobs }: Attack, location: string): string {
  return redirect(bobs, `/redirect?to=${encodeURIComponent(location)}`, location)
}

/** Addresses at mallory's server that answer with a document of bob's, in each way there is. */
export function aliasesOf(
  { peer, bobs }: Attack,
  name: string,
  document: Json,
): [string, string][] {
  const id: string = document.id
  peer.serve(`/copy/${name}`, document)
  peer.serve(`/listed/${name}`, { ...document, id: [id] })
  peer.serve(`/nested/${name}`, { ...document, id: { id } })
  redirect(peer, `/second/${name}`, redirect(bobs, `/first/${name}`, id))
  return [
    ['a redirect', redirect(peer, `/alias/${name}`, id)],
    ['redirects', peer.url(`/second/${name}`)],
    ['another id in the body', peer.url(`/copy/${name}`)],
    ['an id in a list', peer.url(`/listed/${name}`)],
    ['an id in an object', peer.url(`/nested/${name}`)],
    ['a fragment', `${peer.url(`/alias/${name}`)}#main`],
  ]
}

/** Federation ids of the authors of what is stored. */
export async function authors({ home }: Attack): Promise<string[]> {
  const rows = await home.app.db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .where('account.domain', 'is not', null)
    .select('account.uri')
    .execute()
  return rows.map(({ uri }) => uri).sort()
}
