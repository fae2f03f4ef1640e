import { requestText } from './load.ts'
import type { Seeded } from './seed.ts'

/** A route whose work is counted. */
export interface HotRoute {
  name: string
  /** the text of the next request */
  next: () => string
  writes?: true
}

/** accounts that reply in the thread and so notify the reader */
const PEOPLE = 20
/** Numbers of as many digits each, so that all texts are equally long. */
const FIRST_NUMBER = 100_000

/**
 * The ten hottest routes; those that write come last, so that the others read the same pages each time.
 * @param activities signed, one for each request to the inbox
 */
export async function hotRoutes(
  port: number,
  seeded: Seeded,
  activities: readonly string[],
): Promise<HotRoute[]> {
  const { readerToken: token, authorId, statusId } = seeded
  const thread = await startThread(port, seeded)
  const get = (name: string, path: string, token?: string): HotRoute => {
    const request = requestText('GET', path, token === undefined ? {} : { token })
    return { name, next: () => request }
  }
  return [
    get('home timeline', '/api/v1/timelines/home', token),
    get('public timeline, anonymous', '/api/v1/timelines/public'),
    get('account statuses', `/api/v1/accounts/${authorId}/statuses`, token),
    get('one status', `/api/v1/statuses/${statusId}`, token),
    get('context', `/api/v1/statuses/${thread}/context`, token),
    get('notifications', '/api/v1/notifications', token),
    get('verify_credentials', '/api/v1/accounts/verify_credentials', token),
    get('instance v2', '/api/v2/instance'),
    postingStatuses(seeded),
    receiving(activities),
  ]
}

function postingStatuses({ writerToken: token }: Seeded): HotRoute {
  let number = FIRST_NUMBER
  const next = () => {
    const body = JSON.stringify({ status: `Post ${number++} of the bench about #birds and bread` })
    return requestText('POST', '/api/v1/statuses', { token, body })
  }
  return { name: 'POST status', writes: true, next }
}

function receiving(activities: readonly string[]): HotRoute {
  let received = 0
  const next = () => activities[received++]!
  return { name: 'signed Create, to acceptance', writes: true, next }
}

/** @returns the id of its first status */
async function startThread(port: number, seeded: Seeded): Promise<string> {
  const thread = await postStatus(port, seeded.writerToken, { status: 'How do birds find home?' })
  for (const token of seeded.tokens.slice(2, 2 + PEOPLE)) {
    const status = '@person0 @person1 They look at the stars'
    await postStatus(port, token, { status, in_reply_to_id: thread })
  }
  return thread
}

/** @returns its id */
async function postStatus(port: number, token: string, status: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(status),
  })
  if (!response.ok) throw new Error(`a status was refused: ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  return id
}
