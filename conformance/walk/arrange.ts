import type { Params } from '../http/client.ts'
import type { Person } from '../people/world.ts'
import type { Walk } from './walk.ts'

/** Publishes a status with a text of its own and deletes it when the check is over. */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked by the row that makes them
export async function publish(walk: Walk, as: Person, more: Params = {}): Promise<any> {
  const made = await as.must('POST', '/api/v1/statuses', {
    status: `Number ${walk.next()}`,
    ...more,
  })
  walk.later(() => as.send('DELETE', `/api/v1/statuses/${made.id}`))
  return made
}

/** Ids of `many` new statuses, newest first. */
export async function publishMany(
  walk: Walk,
  as: Person,
  many: number,
  more: Params = {},
): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < many; made++) ids.unshift((await publish(walk, as, more)).id)
  return ids
}

const UNDO = {
  follow: 'unfollow',
  block: 'unblock',
  mute: 'unmute',
} as const

/** Performs an action on another account until the check is over. */
export async function relate(
  walk: Walk,
  as: Person,
  deed: keyof typeof UNDO,
  target: Person,
  more: Params = {},
): Promise<void> {
  await as.must('POST', `/api/v1/accounts/${target.id}/${deed}`, more)
  walk.later(() => as.post(`/api/v1/accounts/${target.id}/${UNDO[deed]}`))
}

/** Creates a list of accounts that its owner follows, until the check is over. @returns its id */
export async function makeList(
  walk: Walk,
  as: Person,
  members: readonly Person[] = [],
  more: Params = {},
): Promise<string> {
  const { id } = await as.must('POST', '/api/v1/lists', { title: `List ${walk.next()}`, ...more })
  walk.later(() => as.send('DELETE', `/api/v1/lists/${id}`))
  for (const member of members) await relate(walk, as, 'follow', member)
  if (members.length > 0) {
    const account_ids = members.map((member) => member.id)
    await as.must('POST', `/api/v1/lists/${id}/accounts`, { account_ids })
  }
  return id
}

/** Performs an action on a status. */
export async function act(as: Person, deed: string, statusId: string): Promise<void> {
  await as.must('POST', `/api/v1/statuses/${statusId}/${deed}`)
}

/** Locks the account until the check is over. */
export async function lock(walk: Walk, as: Person): Promise<void> {
  await as.must('PATCH', '/api/v1/accounts/update_credentials', { locked: true })
  walk.later(() =>
    as.send('PATCH', '/api/v1/accounts/update_credentials', { body: { locked: false } }),
  )
}

/** Repeats a read until a condition holds, as effects of a request may take a moment. */
export async function eventually<T>(
  read: () => Promise<T>,
  wanted: (value: T) => boolean,
  ms = 3000,
): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const value = await read()
    if (wanted(value) || Date.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
