import assert from 'node:assert/strict'
import { entityOf, idsOf } from './entities.ts'
import type { TestUser } from './server.ts'

const LISTS = '/api/v1/lists'

/** Makes a list with these members. @returns its id */
export async function makeList(
  owner: TestUser,
  members: readonly { id: string }[] = [],
  more: Record<string, unknown> = {},
): Promise<string> {
  const made = await owner.post(LISTS, { title: 'People', ...more })
  const { id } = entityOf(made, 'List')
  if (members.length > 0) await addToList(owner, id, members)
  return id
}

export async function addToList(
  owner: TestUser,
  listId: string,
  members: readonly { id: string }[],
): Promise<void> {
  const added = await owner.post(`${LISTS}/${listId}/accounts`, { account_ids: idsOf(members) })
  assert.equal(added.statusCode, 200, added.body)
}

/** Ids of what a list's timeline shows, newest first. */
export async function readList(owner: TestUser, listId: string, query = ''): Promise<string[]> {
  const page = await owner.get(`/api/v1/timelines/list/${listId}${query}`)
  return idsOf(entityOf(page, 'Status[]'))
}

/** Ids of the accounts in a list, the latest first. */
export async function readMembers(owner: TestUser, listId: string): Promise<string[]> {
  return idsOf(entityOf(await owner.get(`${LISTS}/${listId}/accounts`), 'Account[]'))
}
