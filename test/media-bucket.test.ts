import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createS3Client } from '../src/kernel/storage/s3/client.ts'
import { dataUri, pathOf, png, UPLOAD, uploadPicture } from './support/media-api.ts'
import { Operator } from './support/operator.ts'
import { type FaultyProxy, startFaultyProxy } from './support/s3/faulty-proxy.ts'
import { type Swift, startSwift, withoutSwift } from './support/s3/swift.ts'
import { startTestServer, type TestServer, type TestUser } from './support/server.ts'

let swift: Swift
let proxy: FaultyProxy
let server: TestServer
let alice: TestUser
let base: string

describe('media files in a bucket', { skip: withoutSwift }, () => {
  before(async () => {
    swift = await startSwift()
    proxy = await startFaultyProxy(swift.port)
    server = await startTestServer({ s3: { ...swift.config, endpoint: proxy.endpoint } })
    alice = await server.signUp('alice')
    base = await server.listen()
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    await swift[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    proxy.fault = null
  })

  /** Names of the objects of a bucket. */
  async function objects(): Promise<string[]> {
    const { text } = await createS3Client(swift.config).send({ method: 'GET' })
    return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1]!)
  }

  test('an upload is in the bucket, and served whole, in part and as head', async () => {
    const { url } = await uploadPicture(alice)
    const path = pathOf(url)
    assert.ok((await objects()).includes(path.replace('/system/', '')))

    const whole = await server.anonymous.get(path)
    assert.equal(whole.statusCode, 200)
    assert.equal(whole.headers['content-type'], 'image/png')
    assert.equal(whole.headers['content-length'], String(whole.rawPayload.length))
    const part = await fetch(base + path, { headers: { range: 'bytes=5-9' } })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.rawPayload.subarray(5, 10))
    const head = await fetch(base + path, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), whole.headers['content-length'])
    assert.equal((await server.anonymous.get(path.replace('.png', '.jpg'))).statusCode, 404)
  })

  test('a body that the store breaks off never ends as if it were whole', async () => {
    const { url } = await uploadPicture(alice)
    proxy.fault = {
      of: ({ method }) => method === 'GET',
      replied: ({ status, headers, body }, response) => {
        response.writeHead(status, headers)
        response.write(body.subarray(0, 20), () => response.destroy())
      },
    }

    const asking = request(base + pathOf(url))
    asking.end()
    const read = once(asking, 'response').then(async ([response]) => buffer(response))

    await assert.rejects(read)
  })

  test('while the store is away uploads are a 503, and the rest goes on', async () => {
    const { id, url } = await uploadPicture(alice)
    const { id: statusId } = await alice.publish('with a picture', { media_ids: [id] })
    proxy.fault = { instead: (response) => response.destroy() }

    const file = dataUri('image/png', await png(20, 10))
    const refused = await alice.post(UPLOAD, { file })
    assert.equal(refused.statusCode, 503)
    assert.match(refused.json().error, /media storage is not available now/)
    assert.equal((await server.anonymous.get(pathOf(url))).statusCode, 503)
    assert.equal((await alice.get(`/api/v1/statuses/${statusId}`)).statusCode, 200)
    await alice.publish('without a picture')
    assert.equal(
      (await alice.delete(`/api/v1/statuses/${statusId}?delete_media=true`)).statusCode,
      200,
    )

    proxy.fault = null
    assert.equal((await server.anonymous.get(pathOf(url))).statusCode, 200)
    await uploadPicture(alice)
  })

  test('A87 the files of a suspended account have other names, until it is back', async () => {
    const owner = await server.signUp('owner', { role: 'Owner' })
    const bob = await server.signUp('bob')
    const { id, url } = await uploadPicture(bob)
    const key = pathOf(url).replace('/system/', '')
    await bob.publish('look', { media_ids: [id] })
    const act = async (action: string) => {
      const path = `/api/v1/admin/accounts/${bob.id}`
      const done = await (action === 'suspend'
        ? owner.post(`${path}/action`, { type: 'suspend' })
        : owner.post(`${path}/${action}`))
      assert.equal(done.statusCode, 200, done.body)
      await server.settle()
    }

    await act('suspend')
    assert.equal((await server.anonymous.get(pathOf(url))).statusCode, 404)
    const there = await objects()
    assert.ok(!there.includes(key))
    assert.ok(there.some((name) => name.startsWith(`hidden/${key.split('.')[0]}-`)))
    await act('unsuspend')
    assert.equal((await server.anonymous.get(pathOf(url))).statusCode, 200)
    assert.ok((await objects()).includes(key))
  })

  test('media move copies both ways, again and again, with hidden files', async () => {
    const address = `s3://${swift.config.bucket}/moved?endpoint=${swift.config.endpoint}`
    using operator = await Operator.started({
      AWS_ACCESS_KEY_ID: swift.config.accessKeyId,
      AWS_SECRET_ACCESS_KEY: swift.config.secretAccessKey,
    })
    const keys = ['media/aa/bb/aabb', 'avatars/01/02/0102', 'transfers/ff/ff/ffff'].map(
      (start, at) => `${start}${'0'.repeat(28)}.${['png', 'jpg', 'zip'][at]}`,
    )
    const withStorage = async (work: (storage: TestServer['app']['storage']) => Promise<void>) => {
      await using open = await operator.open()
      await work(open.app.storage)
    }
    await withStorage(async (storage) => {
      for (const key of keys) await storage.put(key, Buffer.from(key))
      await storage.setHidden(keys[1]!, true)
    })

    const first = await operator.done('media', 'move', '--to', address)
    assert.match(
      first,
      /^Copied 3 files \(\d+ bytes\) from .*media to s3:\/\/rookery-test\/moved\/ at/,
    )
    assert.match(first, /All 3 files \(\d+ bytes\) of /)
    // changes before the operator names the new place
    const late = `media/cc/dd/ccdd${'0'.repeat(28)}.png`
    await withStorage(async (storage) => {
      await storage.put(late, Buffer.from(late))
      await storage.setHidden(keys[1]!, false)
      await storage.setHidden(keys[0]!, true)
    })
    const old = operator.path('data/media')
    Object.assign(operator.env, { MEDIA_STORAGE: address, MEDIA_STORAGE_OLD: old })
    await withStorage(async (storage) => {
      const file = await storage.open(late)
      assert.equal(String(await buffer(file!.stream())), late)
      await storage.setHidden(keys[2]!, true)
    })
    const again = await operator.done('media', 'move', '--from', old)
    assert.match(again, /Copied 1 file /)
    assert.match(again, /All 4 files /)

    delete operator.env.MEDIA_STORAGE_OLD
    await withStorage(async (storage) => {
      for (const key of [...keys, late]) {
        const file = await storage.open(key)
        assert.equal(file?.hidden, key === keys[0] || key === keys[2], key)
        assert.equal(String(await buffer(file.stream())), key)
      }
    })
    const back = operator.path('back')
    assert.match(await operator.done('media', 'move', '--to', back), /All 4 files /)
    operator.env.MEDIA_STORAGE = back
    await withStorage(async (storage) => {
      const hidden = await storage.open(keys[0]!)
      await hidden?.close()
      assert.equal(hidden?.hidden, true)
      const file = await storage.open(late)
      assert.equal(String(await buffer(file!.stream())), late)
    })
  })

  test('media move refuses what cannot be meant', async () => {
    const { bucket, endpoint, accessKeyId, secretAccessKey } = swift.config
    using operator = await Operator.started({
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      MEDIA_STORAGE: `s3://${bucket}/mine?endpoint=${endpoint}`,
    })
    mkdirSync(operator.path('there'))
    const refused = async (...args: string[]) => {
      const { code, notes } = await operator.run('media', 'move', ...args)
      assert.notEqual(code, 0)
      return notes
    }

    assert.match(await refused(), /--to or --from is missing/)
    assert.match(await refused('--from', operator.path('no')), /There is no folder/)
    assert.match(await refused('--to', 's3://x'), /must name a bucket/)
    assert.match(
      await refused('--to', operator.env.MEDIA_STORAGE!),
      /both the old place and the new/,
    )
    await operator.done('media', 'move', '--from', operator.path('there'))
    assert.match(
      await refused('--from', operator.path('there'), '--to', operator.path('there/new')),
      /are one within the other/,
    )
    operator.env.ORIGIN = 'https://other.test'
    operator.env.DATA_DIR = operator.path('other')
    await operator.done('migrate')
    const notes = await refused('--from', operator.path('there'))
    assert.match(notes, /holds the files of another server/)
  })

  test('doctor tries a bucket, and says in one line what is wrong with it', async () => {
    const { bucket, endpoint, accessKeyId, secretAccessKey } = swift.config
    using operator = await Operator.started({
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      MEDIA_STORAGE: `s3://${bucket}/doctor?endpoint=${endpoint}`,
    })
    const line = async () => {
      const { out } = await operator.run('doctor')
      return out.split('\n').filter((one) => /(s3:\/\/|S3 bucket )/.test(one))
    }

    assert.match(String(await line()), /^ok {4}A file was written to s3:\/\/rookery-test\/doctor\//)
    assert.ok(!(await objects()).some((name) => name.startsWith('doctor/')))
    operator.env.MEDIA_STORAGE = `s3://not-there?endpoint=${endpoint}`
    assert.match(String(await line()), /^fail {2}S3 bucket not-there at .*NoSuchBucket.* → Correct/)
    operator.env.AWS_SECRET_ACCESS_KEY = 'wrong'
    assert.match(String(await line()), /SignatureDoesNotMatch: AWS_SECRET_ACCESS_KEY does not/)
  })
})
