import assert from 'node:assert/strict'
import type { TestClient } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
type Json = any

/** Lets a user be featured by others. */
export async function letBeFound(user: TestClient, more: Json = {}): Promise<void> {
  const answer = await user.send('PATCH', '/api/v1/profile', { discoverable: true, ...more })
  assert.equal(answer.statusCode, 200, answer.body)
}

export async function makeCollection(user: TestClient, more: Json = {}): Promise<Json> {
  const answer = await user.post('/api/v1/collections', { name: 'Nice people', ...more })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().collection
}

/** A collection as somebody sees it, with its accounts. */
export async function seen(user: TestClient, id: string): Promise<Json> {
  const answer = await user.get(`/api/v1/collections/${id}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}
