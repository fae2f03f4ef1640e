import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf } from '../support/entities.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteBy } from '../support/notes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

test('A113 posts of another server that answer each other in a circle are stored as a line', async () => {
  await using stage = await startHomeAndPeer()
  const { home, alice, peer } = stage
  const mallory = peer.addActor('mallory')
  await followOnPeer(home, alice, mallory)
  await stage.settle()
  const circles = [['first', 'second', 'third'], ['itself']]
  for (const names of circles) {
    const notes = names.map((name, at) => {
      const inReplyTo = noteBy(mallory, names[(at + 1) % names.length]!).id
      return noteBy(mallory, name, { inReplyTo })
    })
    for (const note of notes) peer.serve(new URL(note.id).pathname, note)
    await stage.deliver(mallory, createOf(notes[0]!))
  }

  const statuses = await stage.stored()

  assert.equal(statuses.length, 4)
  const parents = new Map(statuses.map(({ id, in_reply_to_id }) => [id, in_reply_to_id]))
  for (const start of parents.keys()) {
    const way = new Set<string>()
    for (let at = start; at !== null; at = parents.get(at)!) {
      assert.ok(!way.has(at), 'a circle')
      way.add(at)
    }
  }
})

test('A113 a circle that is stored already is followed once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 4; at++) {
    ids.push((await alice.publish(`post ${at}`, { in_reply_to_id: ids.at(-1) })).id)
  }
  const [first, second, third, last] = ids as [string, string, string, string]
  const beside = await alice.publish('beside', { in_reply_to_id: second })
  await answer(server, first, third)

  for (const reader of [alice, server.anonymous]) {
    const context = async (id: string) => {
      const { ancestors, descendants } = (await reader.get(`/api/v1/statuses/${id}/context`)).json()
      return [idsOf(ancestors), idsOf(descendants)]
    }
    assert.deepEqual(await context(first), [
      [second, third],
      [second, third, last, beside.id],
    ])
    assert.deepEqual(await context(third), [
      [first, second],
      [first, second, beside.id, last],
    ])
    assert.deepEqual(await context(last), [[first, second, third], []])
  }
  const page = await server.anonymous.get(`/@alice/${first}`)
  assert.equal(page.statusCode, 200)
  await answer(server, last, last)
  const { ancestors, descendants } = (await alice.get(`/api/v1/statuses/${last}/context`)).json()
  assert.deepEqual([ancestors, descendants], [[], []])
})

/** As if an earlier version had stored it. */
async function answer({ app }: TestServer, id: string, to: string): Promise<void> {
  await app.transact((tx) =>
    tx.db.updateTable('status').set({ in_reply_to_id: to }).where('id', '=', id).execute(),
  )
}
