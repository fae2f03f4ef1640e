import { ask } from './api.ts'
import type { PeerServer } from './arguments.ts'
import { cameTrue } from './wait.ts'

/** Statuses that the reader's home has afterwards at least, and those that notify the reader. */
const STATUSES = 60
const NOTIFYING = 20
const REPLIES = 20
export const PAGE = 20

/** An account whose token was given. */
export interface Person {
  id: string
  username: string
  token: string
}

/** A server with the same rows as all others of the comparison. */
export interface SeededPeer {
  server: PeerServer
  reader: Person
  writers: Person[]
  /** a status of the first writer */
  statusId: string
  /** the first of a thread */
  rootId: string
}

export const textOf = (number: number): string =>
  `Number ${number}: ${'the quick brown fox jumps over the lazy dog, '.repeat(4)}and on #birds https://example.org/articles/${number}`

/**
 * Makes follows, statuses, favourites and a thread with the client API alone; a second time adds as many statuses.
 * @throws Error if the server refuses, or the statuses do not come to the reader's home
 */
export async function seedPeer(server: PeerServer): Promise<SeededPeer> {
  const people: Person[] = []
  for (const token of server.tokens) {
    const path = '/api/v1/accounts/verify_credentials'
    const { id, username } = await ask(server, { method: 'GET', path, token })
    people.push({ id, username, token })
  }
  const [reader, ...writers] = people
  for (const person of people) {
    for (const { id } of people.filter((other) => other !== person))
      await post(server, person, `accounts/${id}/follow`)
  }
  const ids: string[] = []
  for (let at = 0; at < STATUSES; at++) {
    ids.push(await publish(server, writers[at % writers.length]!, { status: textOf(at) }))
  }
  for (let at = 0; at < NOTIFYING; at++) {
    const id = await publish(server, reader!, { status: textOf(STATUSES + at) })
    for (const writer of writers) await post(server, writer, `statuses/${id}/favourite`)
    await post(server, reader!, `statuses/${ids[at]}/favourite`)
  }
  const rootId = await makeThread(server, people)
  const seeded = { server, reader: reader!, writers, statusId: ids.at(-writers.length)!, rootId }
  if (!(await cameTrue(() => isShown(seeded))))
    throw new Error(`${server.address.origin}: the statuses did not come to the reader's home`)
  return seeded
}

async function makeThread(server: PeerServer, people: readonly Person[]): Promise<string> {
  const root = await publish(server, people[1]!, { status: textOf(0) })
  let last = root
  for (let at = 0; at < REPLIES; at++) {
    const status = { status: `Reply ${at}`, in_reply_to_id: last }
    last = await publish(server, people[at % people.length]!, status)
  }
  return root
}

async function isShown({ server, reader: { token } }: SeededPeer): Promise<boolean> {
  const home = await ask(server, {
    method: 'GET',
    path: `/api/v1/timelines/home?limit=${PAGE}`,
    token,
  })
  const notes = await ask(server, {
    method: 'GET',
    path: `/api/v1/notifications?limit=${PAGE}`,
    token,
  })
  return home.length >= PAGE && notes.length >= PAGE
}

async function publish(
  server: PeerServer,
  by: Person,
  status: { status: string; in_reply_to_id?: string },
): Promise<string> {
  return (await post(server, by, 'statuses', { visibility: 'public', ...status })).id
}

function post(server: PeerServer, { token }: Person, path: string, body?: unknown) {
  return ask(server, { method: 'POST', path: `/api/v1/${path}`, token, body })
}
