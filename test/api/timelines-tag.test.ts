import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

async function tagged(
  viewer: { get: TestUser['get'] },
  name: string,
  query = '',
): Promise<string[]> {
  const path = `/api/v1/timelines/tag/${encodeURIComponent(name)}${query}`
  return idsOf(entityOf(await viewer.get(path), 'Status[]'))
}

test('S-324 S-231 a tag’s public statuses, replies too, however its name is spelt', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const root = (await alice.publish('#Café')).id
  const reply = (await bob.publish('#cafe again', { in_reply_to_id: root })).id
  for (const visibility of ['unlisted', 'private', 'direct']) {
    await alice.publish('#cafe', { visibility })
  }
  await bob.post(`/api/v1/statuses/${root}/reblog`)
  await alice.publish('cafe')

  for (const name of ['cafe', 'CAFÉ', 'Cafe', '#cafe']) {
    assert.deepEqual(await tagged(server.anonymous, name), [reply, root], name)
  }
  const japanese = (await alice.publish('#なな')).id
  assert.deepEqual(await tagged(alice, 'なな'), [japanese])
})

test('S-324 a tag that nobody used, or that is none, is 200 and empty', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('#known')

  for (const name of ['unknown', '123', 'a b', '%', '🙂']) {
    assert.deepEqual(await tagged(alice, name), [], name)
    assert.deepEqual(await tagged(server.anonymous, name, '?any[]=known'), [], name)
  }
})

test('S-324 any adds tags, all and none restrict, four names of each count', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const publish = async (text: string) => (await alice.publish(text)).id as string
  const a = await publish('#a')
  const b = await publish('#b')
  const ab = await publish('#a #b')
  const abc = await publish('#a #b #c')
  const e = await publish('#e')
  const names = (key: string, ...list: string[]) => list.map((name) => `${key}[]=${name}`).join('&')

  assert.deepEqual(await tagged(alice, 'a'), [abc, ab, a])
  assert.deepEqual(await tagged(alice, 'a', '?any[]=B'), [abc, ab, b, a])
  assert.deepEqual(await tagged(alice, 'a', '?any=b'), [abc, ab, b, a])
  assert.deepEqual(await tagged(alice, 'a', '?all[]=b'), [abc, ab])
  assert.deepEqual(await tagged(alice, 'a', '?all[]=b&all[]=c'), [abc])
  assert.deepEqual(await tagged(alice, 'a', '?none[]=b'), [a])
  assert.deepEqual(await tagged(alice, 'a', '?any[]=b&none[]=c'), [ab, b, a])
  assert.deepEqual(await tagged(alice, 'a', '?all[]=unknown'), [])
  assert.deepEqual(await tagged(alice, 'a', '?none[]=unknown'), [abc, ab, a])
  assert.deepEqual(await tagged(alice, 'a', `?${names('any', 'w', 'x', 'y', 'e')}`), [
    e,
    abc,
    ab,
    a,
  ])
  assert.deepEqual(await tagged(alice, 'a', `?${names('any', 'w', 'x', 'y', 'z', 'e')}`), [
    abc,
    ab,
    a,
  ])
  assert.deepEqual(await tagged(alice, 'a', `?${names('none', 'w', 'x', 'y', 'z', 'b')}`), [
    abc,
    ab,
    a,
  ])
})

test('S-037 S-040 the links of a tag’s pages keep any, all and none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 3; at++) ids.unshift((await alice.publish('#a #b')).id)

  const path = '/api/v1/timelines/tag/a'
  const first = await alice.get(`${path}?limit=1&any[]=c&any[]=d&all[]=b&none[]=e&local=true`)
  const { next, prev } = linksOf(first)
  const query = new URLSearchParams(next!.split('?')[1])

  assert.deepEqual(query.getAll('any[]'), ['c', 'd'])
  assert.deepEqual(
    [query.get('all[]'), query.get('none[]'), query.get('local')],
    ['b', 'e', 'true'],
  )
  assert.equal(query.get('max_id'), ids[0])
  const second = await alice.get(next!)
  assert.deepEqual(idsOf(second.json()), [ids[1]])
  assert.deepEqual(idsOf((await alice.get(linksOf(second).prev!)).json()), [ids[0]])
  assert.ok(prev)
  assert.deepEqual(await tagged(alice, 'a', `?min_id=${ids[2]}&limit=1`), [ids[1]])
  assert.deepEqual(await tagged(alice, 'a', `?any[]=b&since_id=${ids[2]}&limit=1`), [ids[0]])
})

test('S-322 no language filters a tag; blocks, mutes, silence, origin and media do', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const muted = await server.signUp('muted')
  const silenced = await server.signUp('silenced')
  const en = (await alice.publish('#x', { language: 'en' })).id
  await muted.publish('#x')
  await silenced.publish('#x')
  await setAccount(server, silenced, { silenced_at: 1 })
  const there = await insertRemoteStatus(server.app, { tag: 'x' })
  await bob.post(`/api/v1/accounts/${muted.id}/mute`)
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ chosen_languages: '["de"]' })
      .where('id', '=', bob.userId)
      .execute()
  })

  assert.deepEqual(await tagged(bob, 'x'), [there, en])
  assert.deepEqual(await tagged(bob, 'x', '?local=true'), [en])
  assert.deepEqual(await tagged(bob, 'x', '?remote=true'), [there])
  assert.deepEqual(await tagged(bob, 'x', '?only_media=true'), [])
})

test('what is no longer under a tag after an edit is not in its timeline', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('#before')

  const edited = await alice.put(`/api/v1/statuses/${id}`, { status: '#after' })

  assert.equal(edited.statusCode, 200)
  assert.deepEqual(await tagged(alice, 'before'), [])
  assert.deepEqual(await tagged(alice, 'after'), [id])
})
