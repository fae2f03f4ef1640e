import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type Swift, startSwift, withoutSwift } from '../../../test/support/s3/swift.ts'
import { newKey } from './keys.ts'
import { openStorage } from './open-storage.ts'
import type { MediaStorage } from './storage.ts'

let folder: string
let swift: Swift | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-contract-'))
  if (withoutSwift === false) swift = await startSwift()
})
after(async () => {
  await swift?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const secret = async () => Buffer.from('secret')

const FORMS = {
  folder: () => openStorage({ mediaStorage: join(folder, 'media'), s3: null }, { secret }),
  bucket: () =>
    openStorage({ mediaStorage: join(folder, 'scratch'), s3: swift!.config }, { secret }),
  'prefix of a bucket': () => {
    const s3 = { ...swift!.config, prefix: 'some/where/' }
    return openStorage({ mediaStorage: join(folder, 'scratch'), s3 }, { secret })
  },
  'S-768 store below a path': () => {
    const s3 = { ...swift!.config, endpoint: `${swift!.config.endpoint}/storage/v1/s3` }
    return openStorage({ mediaStorage: join(folder, 'scratch'), s3 }, { secret })
  },
}

/** Runs a case with each form of storage. */
function both(name: string, run: (storage: MediaStorage) => Promise<void>): void {
  for (const [form, open] of Object.entries(FORMS)) {
    const skip = form === 'folder' ? false : withoutSwift
    test(`${form}: ${name}`, { skip }, async () => run(await open()))
  }
}

async function readWhole(storage: MediaStorage, key: string): Promise<Buffer | null> {
  const file = await storage.open(key)
  return file && buffer(file.stream())
}

async function isHidden(storage: MediaStorage, key: string): Promise<boolean | undefined> {
  const file = await storage.open(key)
  await file?.close()
  return file?.hidden
}

/** Whether a time is between another one and now; stores round to whole seconds, up or down. */
function assertBetween(before: number, time: number): void {
  const now = Date.now()
  assert.ok(
    time > before - 1000 && time < now + 1000,
    `${time} is not between ${before} and ${now}`,
  )
}

async function listed(storage: MediaStorage, key: string) {
  const all = await Array.fromAsync(storage.list(key.split('/')[1]!))
  return all.filter((one) => one.key === key)
}

both('what was put is read back, whole or in part, until it is removed', async (storage) => {
  const key = newKey('media', 'png')

  const before = Date.now()
  await storage.put(key, Buffer.from('some bytes'))

  const file = await storage.open(key)
  assert.equal(file?.size, 10)
  assertBetween(before, file.lastModified)
  assert.equal(String(await buffer(file.stream())), 'some bytes')
  for (const [start, end, part] of [
    [5, 8, 'byte'],
    [0, 0, 's'],
    [9, 9, 's'],
    [0, 9, 'some bytes'],
  ] as const) {
    const stream = (await storage.open(key))!.stream({ start, end })
    assert.equal(String(await buffer(stream)), part)
  }

  await storage.remove(key)
  await storage.remove(key)
  assert.equal(await storage.open(key), null)
})

both('an empty file is a file', async (storage) => {
  const key = newKey('media', 'png')

  await storage.put(key, new Uint8Array())

  assert.equal((await readWhole(storage, key))?.length, 0)
})

both('a large file given by its path is stored whole and leaves its place', async (storage) => {
  const path = storage.temporaryPath('mp4')
  const bytes = randomBytes(9_000_001) // more than one part
  await writeFile(path, bytes)
  const key = newKey('media', 'mp4')

  await storage.put(key, { path })

  const sum = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  assert.equal(sum((await readWhole(storage, key))!), sum(bytes))
  const tail = (await storage.open(key))!.stream({ start: 8_999_990, end: 9_000_000 })
  assert.deepEqual(await buffer(tail), bytes.subarray(8_999_990))
  await assert.rejects(async () => {
    for await (const _ of createReadStream(path));
  })
  await storage.setHidden(key, true)
  assert.equal(sum((await readWhole(storage, key))!), sum(bytes))
  assert.equal(await isHidden(storage, key), true)
})

both('what is hidden is found, listed and removed, and marked', async (storage) => {
  const key = newKey('media', 'png')
  await storage.put(key, Buffer.from('secret'))

  for (let time = 1; time <= 2; time++) await storage.setHidden(key, true)
  assert.equal(await isHidden(storage, key), true)
  assert.partialDeepStrictEqual(await listed(storage, key), [{ key, hidden: true, size: 6 }])
  for (let time = 1; time <= 2; time++) await storage.setHidden(key, false)
  assert.equal(await isHidden(storage, key), false)
  assert.equal(String(await readWhole(storage, key)), 'secret')
  await storage.setHidden(key, true)
  await storage.remove([key])
  assert.equal(await isHidden(storage, key), undefined)
  await storage.setHidden(newKey('media', 'png'), true)
})

both('the files of one part are listed, many are removed at once', async (storage) => {
  const keys = [newKey('media', 'png'), newKey('avatars', 'jpg'), newKey('transfers', 'zip')]
  const before = Date.now()
  for (const key of keys) await storage.put(key, Buffer.from('x'))

  for (const key of keys) {
    const [found, ...others] = await listed(storage, key)
    assert.partialDeepStrictEqual(found, { key, size: 1, hidden: false })
    assertBetween(before, found!.storedAt)
    assert.deepEqual(others, [])
  }

  await storage.remove([...keys, newKey('media', 'png')])
  await storage.remove([])
  for (const key of keys) assert.deepEqual(await listed(storage, key), [])
})

both('A56 what is no key is never a file', async (storage) => {
  for (const key of ['../secret.png', 'media/../../secret.png', 'owner', 'tmp/x.png', '']) {
    assert.equal(await storage.open(key), null, key)
    await assert.rejects(storage.put(key, Buffer.from('x')), TypeError, key)
    await assert.rejects(storage.remove(key), TypeError, key)
  }
})

both('who asks first owns it, from then on', async (storage) => {
  const names = ['https://one.test', 'https://two.test']

  const owners = []
  for (const name of [...names, ...names]) owners.push(await storage.isOwnedBy(name))

  assert.deepEqual(owners, [true, false, true, false])
})

both('a put of a missing file fails and stores nothing', async (storage) => {
  const key = newKey('media', 'png')

  await assert.rejects(storage.put(key, { path: join(folder, 'missing') }), { code: 'ENOENT' })

  assert.equal(await storage.open(key), null)
  assert.equal((await readdir(folder)).includes('missing'), false)
})
