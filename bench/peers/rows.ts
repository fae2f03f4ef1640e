import { answerOf, type Call } from './api.ts'
import type { PeerServer } from './arguments.ts'
import { openPeer, requestOf } from './connection.ts'
import { counted, lasting, type Work } from './rounds.ts'
import { PAGE, type SeededPeer, textOf } from './seed.ts'

/** as many as in the other benchmarks */
const CONNECTIONS = 8

/** Pages of the client API: those of `npm run bench`, and two lists of one account. */
export const READS: Record<string, (seeded: SeededPeer) => Call> = {
  'home timeline': ({ reader }) => get(`timelines/home?limit=${PAGE}`, reader.token),
  'public timeline, anonymous': () => get(`timelines/public?limit=${PAGE}`),
  'account statuses': ({ reader, writers }) =>
    get(`accounts/${writers[0]!.id}/statuses?limit=${PAGE}`, reader.token),
  'one status': ({ reader, statusId }) => get(`statuses/${statusId}`, reader.token),
  'context of a thread': ({ reader, rootId }) => get(`statuses/${rootId}/context`, reader.token),
  notifications: ({ reader }) => get(`notifications?limit=${PAGE}`, reader.token),
  verify_credentials: ({ reader }) => get('accounts/verify_credentials', reader.token),
  'instance v2': () => ({ method: 'GET', path: '/api/v2/instance' }),
}

function get(path: string, token?: string): Call {
  const call: Call = { method: 'GET', path: `/api/v1/${path}` }
  return token === undefined ? call : { ...call, token }
}

/** @throws Error with one line if the server does not answer with a page */
export async function readsOf(seeded: SeededPeer, call: Call, seconds: number): Promise<Work> {
  const { status } = await answerOf(seeded.server, call)
  if (status !== 200) throw new Error(`it answers ${status}`)
  return sameCall(seeded.server, call, seconds)
}

/** As many bytes as a server answers, from the memory of another that does nothing else. */
export async function floorOf(
  floor: PeerServer,
  { server }: SeededPeer,
  call: Call,
  seconds: number,
): Promise<Work> {
  const { bytes } = await answerOf(server, call)
  return sameCall(floor, { method: 'GET', path: `/floor/${bytes}` }, seconds)
}

function sameCall(server: PeerServer, call: Call, seconds: number): Work {
  const request = requestOf(call)
  const pace = { connections: CONNECTIONS, duration: seconds * 1000, awake: true }
  return lasting(() => openPeer(server, () => request), pace)
}

/** Statuses of one writer after the other. @param atOnce how many are sent at the same time */
export function writesOf({ server, writers }: SeededPeer, posts: number, atOnce: number): Work {
  let posted = 0
  const next = () => {
    const { token } = writers[posted % writers.length]!
    const body = { status: textOf(posted++), visibility: 'public' }
    return requestOf({ method: 'POST', path: '/api/v1/statuses', token, body })
  }
  return counted(() => openPeer(server, next), posts, atOnce)
}
