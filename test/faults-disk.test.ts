import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from './support/in-time.ts'
import {
  canMount,
  type Ended,
  type ServerOnDisk,
  type SmallDisk,
  smallDisk,
} from './support/small-disk.ts'

const skip = canMount() ? false : 'needs the right to mount a small file system'

/** said by a checkout in which nobody has run `npm run build` */
const NOT_BUILT = /^Not built from .*\n/m

interface Home {
  disk: SmallDisk
  post(text: string): Promise<Response>
  read(): Promise<number>
}

/** A disk with one person and one status on it, and the server that runs there. */
async function inhabited(disk: SmallDisk) {
  const server = await disk.serve()
  const person = ['writer', '--email', 'w@example.org', '--confirmed', '--approved']
  assert.equal((await disk.run('accounts', 'create', ...person)).code, 0)
  const made = await disk.run('tokens', 'create', 'writer', '--scopes', 'read write')
  const token = made.stdout.trim().split('\n').at(-1) ?? ''
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = (status: string) =>
    fetch(`${disk.origin}/api/v1/statuses`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ status }),
    })
  const first = await post('written while there was room')
  assert.equal(first.status, 200)
  const { id } = (await first.json()) as { id: string }
  const read = async () => (await fetch(`${disk.origin}/api/v1/statuses/${id}`, { headers })).status
  return { home: { disk, post, read }, server }
}

async function assertReadOnly({ read, post }: Home): Promise<void> {
  assert.equal(await read(), 200)
  let refused = await post('x'.repeat(400))
  for (let tries = 0; refused.status === 200 && tries < 5_000; tries++) {
    refused = await post('x'.repeat(400)) // pages that were allocated before are used up first
  }
  assert.equal(refused.status, 503)
  assert.match(((await refused.json()) as { error: string }).error, /no room/)
  assert.equal(await read(), 200)
}

async function assertWritableAgain({ post }: Home): Promise<void> {
  await until(async () => (await post('there is room again')).status === 200)
}

function assertQuietEnd({ code, stderr }: Ended): void {
  assert.equal(code, 0, stderr)
  assert.doesNotMatch(stderr, /Suppressed|at .*\.ts:\d+/)
}

describe('a small disk that fills up', { skip }, () => {
  let disk: SmallDisk
  let home: Home
  let server: ServerOnDisk

  before(async () => {
    disk = await smallDisk(24)
    const made = await inhabited(disk)
    home = made.home
    server = made.server
  })
  after(() => disk?.[Symbol.asyncDispose]())

  test('after a crash a server on a full disk reads, and writes again once there is room', async () => {
    await server.end('SIGKILL')
    disk.shell(`rm '${disk.dataDir}/rookery.db-shm'`) // as after moving the disk
    disk.fill()

    server = await disk.serve()
    await assertReadOnly(home)
    disk.clear()
    await assertWritableAgain(home)

    assertQuietEnd(await server.end('SIGTERM'))
  })

  test('a disk that was filled while the server was stopped is read after a clean stop', async () => {
    disk.fill()

    server = await disk.serve()

    await assertReadOnly(home)
    assertQuietEnd(await server.end('SIGTERM'))
    disk.clear()
  })

  test('a server stops quietly on a full disk and starts there again', async () => {
    server = await disk.serve()
    disk.fill()

    assertQuietEnd(await server.end('SIGTERM'))
    disk.fill()
    server = await disk.serve()
    await assertReadOnly(home)
    assertQuietEnd(await server.end('SIGTERM'))
    server = await disk.serve()
    await assertReadOnly(home)
    disk.clear()

    await assertWritableAgain(home)
  })

  test('the tool reads on a full disk, and says in one line that it cannot write', async () => {
    await server.end('SIGKILL')
    disk.fill()

    const listed = await disk.run('accounts', 'list')
    const changes: Ended[] = []
    for (let tries = 0; tries < 40 && (changes.at(-1)?.code ?? 0) === 0; tries++) {
      changes.push(await disk.run('settings', 'set', 'privacy_policy', 'x'.repeat(4000 + tries)))
    }

    assert.equal(listed.code, 0, listed.stderr)
    assert.match(listed.stdout, /writer/)
    assert.equal(changes.at(-1)?.code, 1)
    assert.match(
      (changes.at(-1)?.stderr ?? '').replace(NOT_BUILT, ''),
      /^rookery: [^\n]*(room|full)[^\n]*\n$/,
    )
  })

  test('a backup that finds no room says so in one line, and leaves nothing behind', async () => {
    disk.clear()
    // to open the database needs some room, and the copy of it more
    disk.shell(`head -c 200000 /dev/zero >'${disk.dataDir}/reserve'`)
    disk.fill()
    disk.shell(`rm '${disk.dataDir}/reserve'`)

    const { code, stderr } = await disk.run('backup', `${disk.dataDir}/all.backup`)

    assert.equal(
      stderr.trim().split('\n').at(-1),
      `rookery: There is no room for ${disk.dataDir}; make room and try again`,
    )
    assert.equal(code, 1)
    assert.equal(disk.shell(`ls '${disk.dataDir}' | grep all.backup || true`), '')
  })

  test('a data folder that cannot be written stops the start with one line', async () => {
    disk.clear()
    disk.shell(`mount -o remount,ro '${disk.dataDir}/..'`)

    const [started, listed] = [await disk.run('serve'), await disk.run('accounts', 'list')]

    for (const { code, stderr } of [started, listed]) {
      assert.equal(code, 1, stderr)
      assert.match(stderr.replace(NOT_BUILT, ''), /^[^\n]*cannot be (written|opened)[^\n]*\n$/)
    }
  })
})
