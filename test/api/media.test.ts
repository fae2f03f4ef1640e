import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import {
  areMissing,
  dataUri,
  filesOf,
  mediaOf,
  pathOf,
  png,
  UPLOAD,
  uploadPicture,
} from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { startTestServer } from '../support/server.ts'

test('S-346 S-347 a picture comes as a part of a form or as a base64 data URI and is ready at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bytes = await png(40, 20)
  const said = { description: 'A gradient', focus: '0.25,-1' }

  for (const version of ['v1', 'v2']) {
    const path = `/api/${version}/media`
    const asPart = await alice.post(path, ...(await multipart({ file: bytes, ...said })))
    const asText = await alice.post(path, { file: dataUri('image/png', bytes), ...said })

    for (const response of [asPart, asText]) {
      const made = mediaOf(response, 200)
      assert.partialDeepStrictEqual(made, {
        type: 'image',
        description: 'A gradient',
        remote_url: null,
        meta: {
          focus: { x: 0.25, y: -1 },
          original: { width: 40, height: 20, size: '40x20', aspect: 2 },
          small: { width: 40, height: 20 },
        },
      })
      assert.equal(typeof made.blurhash, 'string')
      assert.doesNotMatch(made.url, /evil/)
      for (const url of [made.url, made.preview_url]) {
        const file = await server.anonymous.get(pathOf(url))
        assert.equal(file.statusCode, 200)
        assert.equal(file.headers['content-type'], 'image/png')
      }
    }
  }
})

test('S-346 S-348 what cannot be taken is 422 with a clear text, never 5xx', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bytes = await png(20, 20)
  const good = dataUri('image/png', bytes)

  for (const body of [
    {},
    { file: '' },
    { file: 'no data URI' },
    { file: 'data:image/png;base64,####' },
    { file: dataUri('text/html', Buffer.from('<script>1</script>')) },
    { file: dataUri('image/png', bytes.subarray(0, 60)) },
    { file: dataUri('image/png', Buffer.alloc(0)) },
    { file: good, focus: 'middle' },
    { file: good, description: 'x'.repeat(10_001) },
    { file: good, thumbnail: dataUri('text/plain', Buffer.from('text')) },
    { file: 'no data URI', thumbnail: good },
  ]) {
    const response = await alice.post(UPLOAD, body)
    assert.equal(response.statusCode, 422, JSON.stringify(body).slice(0, 80))
    assert.equal(typeof response.json().error, 'string')
  }
  const parts = await multipart({ file: Buffer.from('%PDF-1.7 something') })
  assert.equal((await alice.post(UPLOAD, ...parts)).statusCode, 422)
  const big = await alice.post(UPLOAD, { file: dataUri('image/png', Buffer.alloc(16_777_217, 1)) })
  assert.equal(big.statusCode, 422)
  assert.equal((await server.anonymous.post(UPLOAD, { file: good })).statusCode, 401)
  const rows = await server.app.db.selectFrom('media_attachment').select('id').execute()
  assert.deepEqual(rows, [])
  assert.deepEqual(await filesOf(server), [])
})

test('S-347 a description counts 10,000 characters, blank ones are none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  assert.equal(
    (await uploadPicture(alice, { description: '😀'.repeat(10_000) })).description.length,
    20_000,
  )
  const made = await uploadPicture(alice, { description: '  ' })
  assert.equal(made.description, null)
  const path = `/api/v1/media/${made.id}`
  assert.equal((await alice.put(path, { description: 'said' })).json().description, 'said')
  assert.equal((await alice.put(path, { focus: '1,1' })).json().description, 'said')
  assert.equal((await alice.patch(path, { description: '' })).json().description, null)
  const { configuration } = (await alice.get('/api/v2/instance')).json()
  assert.equal(configuration.media_attachments.description_limit, 10_000)
})

test('S-347 a picture of one’s own choice is the preview, at the upload and later', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const file = dataUri('image/png', await png(40, 20))
  const thumbnail = dataUri('image/png', await png(30, 30))

  const chosen = mediaOf(await alice.post(UPLOAD, { file, thumbnail }), 200)
  assert.partialDeepStrictEqual(chosen.meta, {
    original: { width: 40, height: 20 },
    small: { width: 30, height: 30 },
  })
  const other = await multipart({ thumbnail: await png(10, 5), focus: '0,0.5' })
  const changed = mediaOf(await alice.put(`/api/v1/media/${chosen.id}`, ...other), 200)
  await server.settle()

  assert.partialDeepStrictEqual(changed.meta, {
    original: { width: 40, height: 20 },
    small: { width: 10, height: 5 },
    focus: { x: 0, y: 0.5 },
  })
  assert.equal(changed.url, chosen.url)
  assert.notEqual(changed.blurhash, chosen.blurhash)
  const { url, preview_url } = changed
  assert.deepEqual(await areMissing(server, [url, preview_url, chosen.preview_url]), [
    false,
    false,
    true,
  ])
})

test('S-347 S-348 attached media are read, changed and deleted with their status only', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await uploadPicture(alice)
  const path = `/api/v1/media/${id}`
  assert.equal(mediaOf(await alice.get(path), 200).id, id)
  const status = await alice.publish('', { media_ids: [id] })

  assert.deepEqual(idsOf(status.media_attachments), [id])
  assert.equal((await alice.get(path)).statusCode, 404)
  assert.equal((await alice.put(path, { description: 'x' })).statusCode, 404)
  const refused = await alice.delete(path)
  assert.equal(refused.statusCode, 422)
  assert.equal(typeof refused.json().error, 'string')
  const edit = { status: 'without' }
  assert.equal((await alice.put(`/api/v1/statuses/${status.id}`, edit)).statusCode, 200)
  assert.equal((await alice.delete(path)).statusCode, 422, 'the history shows it')
})

test('DELETE takes an upload and its files; doing it again is 404', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id, url, preview_url } = await uploadPicture(alice)

  const deleted = await alice.delete(`/api/v1/media/${id}`)
  await server.settle()

  assert.deepEqual([deleted.statusCode, deleted.body], [200, '{}'])
  assert.deepEqual(await areMissing(server, [url, preview_url]), [true, true])
  assert.equal((await alice.get(`/api/v1/media/${id}`)).statusCode, 404)
  assert.equal((await alice.delete(`/api/v1/media/${id}`)).statusCode, 404)
})

test('A51 S-347 somebody else’s upload is answered as one that does not exist', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await uploadPicture(alice)
  const attached = await uploadPicture(alice)
  await alice.publish('x', { media_ids: [attached.id] })

  for (const method of ['GET', 'PUT', 'DELETE']) {
    const bodies = new Set<string>()
    for (const target of [id, attached.id, '109999999999999999', 'nonsense']) {
      const response = await bob.send(method, `/api/v1/media/${target}`)
      assert.equal(response.statusCode, 404, `${method} ${target}`)
      bodies.add(response.body)
    }
    assert.equal(bodies.size, 1)
  }
  assert.equal((await alice.get(`/api/v1/media/${id}`)).statusCode, 200)
})

test('S-154 an upload that no status has is removed after a day, one that a status has is not', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  server.runner.start()
  const idle = await uploadPicture(alice)
  const used = await uploadPicture(alice)
  await alice.publish('', { media_ids: [used.id] })

  server.clock.now += DAY - 60_000
  await server.settle()
  assert.equal((await alice.get(`/api/v1/media/${idle.id}`)).statusCode, 200)
  server.clock.now += 3_700_000
  await server.settle()

  assert.equal((await alice.get(`/api/v1/media/${idle.id}`)).statusCode, 404)
  assert.deepEqual(await areMissing(server, [idle.url, idle.preview_url]), [true, true])
  assert.deepEqual(await areMissing(server, [used.url, used.preview_url]), [false, false])
})

test('S-332 four pictures at most, in the order asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.push((await uploadPicture(alice)).id)

  const five = await alice.post('/api/v1/statuses', { status: 'x', media_ids: ids })
  const order = [ids[2], ids[0], ids[3], ids[1]]
  const four = await alice.publish('x', { media_ids: order })

  assert.equal(five.statusCode, 422)
  assert.deepEqual(idsOf(four.media_attachments), order)
  const form = `status=x&media_ids[]=${ids[4]}`
  const one = await alice.post('/api/v1/statuses', form, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.deepEqual(idsOf(entityOf(one, 'Status').media_attachments), [ids[4]])
})
