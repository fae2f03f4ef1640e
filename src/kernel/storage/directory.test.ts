import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { openDirectoryStorage } from './directory.ts'
import { newKey } from './keys.ts'

async function temporaryRoot(context: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'rookery-storage-'))
  context.after(() => rm(root, { recursive: true, force: true }))
  return root
}

test('a folder that is opened to look only is made with its first file', async (context) => {
  const root = join(await temporaryRoot(context), 'below/media')
  const storage = await openDirectoryStorage(root, { makes: false, setting: 'MEDIA_STORAGE' })
  const key = newKey('media', 'png')
  assert.equal(await storage.open(key), null)
  await storage.sweepTemporary()
  await storage.remove(key)
  for await (const file of storage.list()) assert.fail(file.key)
  await assert.rejects(readdir(dirname(root)), { code: 'ENOENT' })

  await storage.put(key, Buffer.from('some bytes'))

  const file = await storage.open(key)
  await file?.close()
  assert.equal(file?.size, 10)
  assert.deepEqual((await readdir(root)).sort(), ['media', 'tmp'])
  assert.equal(await storage.isOwnedBy('a'), true)
})

test('what was put is read back, whole or in part, until it is removed', async (context) => {
  const storage = await openDirectoryStorage(await temporaryRoot(context))
  const key = newKey('media', 'png')

  await storage.put(key, Buffer.from('some bytes'))

  const file = await storage.open(key)
  assert.equal(file?.size, 10)
  assert.ok(Math.abs(Date.now() - file.lastModified) < 60_000)
  assert.equal(String(await buffer(file.stream())), 'some bytes')
  const part = (await storage.open(key))?.stream({ start: 5, end: 8 })
  assert.equal(part && String(await buffer(part)), 'byte')

  await storage.remove(key)
  await storage.remove(key)
  assert.equal(await storage.open(key), null)
})

test('what is hidden is found, listed and removed, and marked', async (context) => {
  const root = await temporaryRoot(context)
  const storage = await openDirectoryStorage(root)
  const key = newKey('media', 'png')
  await storage.put(key, Buffer.from('secret'))
  const hidden = async () => {
    const file = await storage.open(key)
    await file?.close()
    return file?.hidden
  }

  for (let time = 1; time <= 2; time++) await storage.setHidden(key, true)
  assert.equal(await hidden(), true)
  const listed = await Array.fromAsync(storage.list(key.split('/')[1]!))
  assert.deepEqual(
    listed.map((one) => one.key),
    [key],
  )
  assert.deepEqual(await readdir(dirname(join(root, key))), [`${key.split('/').at(-1)}.hidden`])
  for (let time = 1; time <= 2; time++) await storage.setHidden(key, false)
  assert.equal(await hidden(), false)
  await storage.setHidden(key, true)
  await storage.remove(key)
  assert.equal(await hidden(), undefined)
  await storage.setHidden(newKey('media', 'png'), true)
})

test('a file given by its path is moved into the storage', async (context) => {
  const root = await temporaryRoot(context)
  const storage = await openDirectoryStorage(root)
  const path = storage.temporaryPath('mp4')
  await writeFile(path, 'moving pictures')
  const key = newKey('media', 'mp4')

  await storage.put(key, { path })

  assert.equal(String(await readFile(join(root, key))), 'moving pictures')
  assert.deepEqual(await readdir(join(root, 'tmp')), [])
})

test('a file on another file system is copied in and leaves its place', async (context) => {
  const root = await temporaryRoot(context)
  if (!(await isDirectory('/dev/shm'))) return context.skip('needs a second file system')
  const elsewhere = await mkdtemp('/dev/shm/rookery-storage-')
  context.after(() => rm(elsewhere, { recursive: true, force: true }))
  await writeFile(join(elsewhere, 'upload'), 'from afar')
  const storage = await openDirectoryStorage(root)
  const key = newKey('media', 'mp4')

  await storage.put(key, { path: join(elsewhere, 'upload') })

  assert.equal(String(await readFile(join(root, key))), 'from afar')
  assert.deepEqual(await readdir(elsewhere), [])
})

test('a put that fails leaves nothing behind', async (context) => {
  const root = await temporaryRoot(context)
  const storage = await openDirectoryStorage(root)
  const key = newKey('media', 'png')
  await writeFile(join(root, 'media'), 'a file where the folder should be')

  await assert.rejects(storage.put(key, Buffer.from('x')))
  await assert.rejects(storage.put(key, { path: join(root, 'missing') }), { code: 'ENOENT' })

  assert.deepEqual(await readdir(join(root, 'tmp')), [])
})

test('opening sweeps files that were left behind, but none that is being written', async (context) => {
  const root = await temporaryRoot(context)
  const before = await openDirectoryStorage(root)
  const [left, written] = [before.temporaryPath('part'), before.temporaryPath('part')]
  await writeFile(left, 'x')
  await writeFile(written, 'x')
  const twoHoursAgo = Date.now() / 1000 - 7200
  await utimes(left, twoHoursAgo, twoHoursAgo)

  await openDirectoryStorage(root)

  assert.deepEqual(await readdir(join(root, 'tmp')), [written.split('/').at(-1)])
})

test('A56 a key from outside never leaves the root', async (context) => {
  const outside = await temporaryRoot(context)
  const root = join(outside, 'root')
  const storage = await openDirectoryStorage(root)
  await writeFile(join(outside, 'secret.png'), 'secret')

  for (const key of ['../secret.png', 'media/../../secret.png', '/etc/passwd', 'tmp/x.png', '']) {
    assert.equal(await storage.open(key), null, key)
    await assert.rejects(storage.put(key, Buffer.from('x')), TypeError, key)
    await assert.rejects(storage.remove(key), TypeError, key)
  }
  assert.equal(String(await readFile(join(outside, 'secret.png'))), 'secret')
})

test('A56 symbolic links are not followed, neither as file nor as folder', async (context) => {
  const root = await temporaryRoot(context)
  const outside = await temporaryRoot(context)
  const storage = await openDirectoryStorage(root)
  const [asFile, inFolder] = [newKey('media', 'png'), newKey('avatars', 'png')]
  await writeFile(join(outside, 'secret'), 'secret')
  await mkdir(dirname(join(root, asFile)), { recursive: true })
  await symlink(join(outside, 'secret'), join(root, asFile))
  await mkdir(dirname(join(outside, inFolder)), { recursive: true })
  await writeFile(join(outside, inFolder), 'secret')
  await symlink(join(outside, 'avatars'), join(root, 'avatars'))

  assert.equal(await storage.open(asFile), null)
  assert.equal(await storage.open(inFolder), null)
  await assert.rejects(storage.put(inFolder, Buffer.from('x')), /symbolic link/)
  await storage.remove(inFolder)

  assert.equal(String(await readFile(join(outside, inFolder))), 'secret')
})

test('a full disk is StorageFull, and what was stored before is still read', async (context) => {
  const root = await temporaryRoot(context)
  const script = `
    import { openDirectoryStorage } from ${JSON.stringify(import.meta.resolve('./directory.ts'))}
    import { newKey } from ${JSON.stringify(import.meta.resolve('./keys.ts'))}
    const storage = await openDirectoryStorage(${JSON.stringify(root)})
    const key = newKey('media', 'png')
    await storage.put(key, Buffer.alloc(1000))
    const failure = await storage.put(newKey('media', 'png'), Buffer.alloc(1e6)).catch((e) => e)
    const file = await storage.open(key)
    console.log(failure.name, failure.statusCode, file.size)
    await file.close()`
  const command = 'mount -t tmpfs -o size=256k tmpfs "$1" || exit 1; echo mounted; shift; exec "$@"'
  const node = [process.execPath, '--input-type=module-typescript', '-e', script]
  const child = spawn('unshare', ['-rm', 'sh', '-c', command, 'sh', root, ...node])
  child.on('error', () => {}) // the command is missing
  const output = String(await buffer(child.stdout)).split('\n')
  if (output[0] !== 'mounted') return context.skip('needs a mount namespace')

  assert.equal(output[1], 'StorageFull 503 1000')
})

async function isDirectory(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    () => false,
  )
}

test('the files of one part are listed, with their time, and nothing else', async (context) => {
  const root = await temporaryRoot(context)
  const storage = await openDirectoryStorage(root)
  const [media, avatar] = [newKey('media', 'png'), newKey('avatars', 'jpg')]
  await storage.put(media, Buffer.from('x'))
  await storage.put(avatar, Buffer.from('x'))
  await writeFile(join(root, dirname(media), 'notes.txt'), 'no key')
  const start = media.split('/')[1]!
  const elsewhere = await temporaryRoot(context)
  const linked = `headers/${start}`
  await mkdir(join(elsewhere, '00'), { recursive: true })
  await writeFile(join(elsewhere, '00', `${start}00${'0'.repeat(28)}.png`), 'of somebody else')
  await mkdir(join(root, 'headers'))
  await symlink(elsewhere, join(root, linked))

  const listed = await Array.fromAsync(storage.list(start))

  const mine = [media, avatar].filter((key) => key.split('/')[1] === start)
  assert.deepEqual(listed.map(({ key }) => key).sort(), mine.sort())
  assert.ok(listed.every(({ storedAt }) => Math.abs(Date.now() - storedAt) < 60_000))
})

test('of several who ask at once for a storage one owns it, from then on', async (context) => {
  const storage = await openDirectoryStorage(await temporaryRoot(context))
  const names = Array.from({ length: 10 }, (_, at) => `https://${at}.test`)

  const owners = await Promise.all(names.map((name) => storage.isOwnedBy(name)))
  const again = await Promise.all(names.map((name) => storage.isOwnedBy(name)))

  assert.equal(owners.filter(Boolean).length, 1)
  assert.deepEqual(again, owners)
})
