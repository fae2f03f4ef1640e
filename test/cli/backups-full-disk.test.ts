import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startSwift, withoutSwift } from '../support/s3/swift.ts'
import { canMount, type ServerOnDisk, type SmallDisk, smallDisk } from '../support/small-disk.ts'

const BIN = resolve(import.meta.dirname, '../../bin/rookery.js')
const skip = canMount() ? false : 'needs the right to mount file systems'

describe('S-721 a full disk of the data, and an archive that goes to another one', { skip }, () => {
  const place = mkdtempSync(join(tmpdir(), 'rookery-other-disk-'))
  let disk: SmallDisk
  let server: ServerOnDisk
  before(async () => {
    disk = await smallDisk(24)
    server = await disk.serve()
    const created = await disk.run('accounts', 'create', 'rook', '--email', 'rook@example.org')
    assert.equal(created.code, 0, created.stderr)
  })
  after(async () => {
    await disk?.[Symbol.asyncDispose]()
    rmSync(place, { recursive: true, force: true })
  })

  test('beside a running server it is made, and a line names the disk that is full', async () => {
    disk.fill()
    for (const args of [['--to', place, '--keep', '1d'], [join(place, 'own.archive')]]) {
      const { code, stdout, stderr } = await disk.run('backup', ...args)

      assert.equal(code, 0, stderr)
      assert.match(stdout, /\.archive.*\d KB/)
      const last = stderr.trim().split('\n').at(-1)!
      assert.match(last, /^The disk of .* \(DATA_DIR\) is full, so rookery doctor/)
      assert.ok(last.includes(disk.dataDir))
    }
    assert.equal(readdirSync(place).length, 2)
    disk.clear()
  })

  test('without a server it is made, again and again', async () => {
    await server.end('SIGTERM')
    for (let run = 1; run <= 3; run++) {
      disk.fill()
      const { code, stderr } = await disk.run('backup', '--to', place, '--media')

      assert.equal(code, 0, stderr)
      assert.equal(readdirSync(place).filter((name) => name.includes('-media')).length, run)
    }
    disk.clear()
  })

  test('for a bucket it needs room in DATA_DIR, and the line names that', {
    skip: withoutSwift,
  }, async () => {
    await using swift = await startSwift()
    const { accessKeyId, secretAccessKey, endpoint, bucket } = swift.config
    const env = {
      DATA_DIR: disk.dataDir,
      ORIGIN: disk.origin,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    }
    const words = Object.entries(env).map(([name, value]) => `'${name}=${value}'`)
    const command = `'${process.execPath}' '${BIN}' backup --to 's3://${bucket}?endpoint=${endpoint}'`
    disk.fill()

    const told = disk.shell(`env ${words.join(' ')} ${command} 2>&1 || true`)

    const outbox = join(disk.dataDir, 'backup-outbox')
    assert.equal(
      told.trim().split('\n').at(-1),
      `rookery: There is no room for ${outbox}; make room and try again`,
    )
    disk.clear()
  })
})

test('S-769 a disk that is mounted read-only is called so, as the place of data and of backups', {
  skip,
}, async () => {
  const place = mkdtempSync(join(tmpdir(), 'rookery-other-disk-'))
  await using disk = await smallDisk(24)
  const root = dirname(disk.dataDir)
  const remount = (mode: string) => disk.shell(`mount -o remount,${mode} '${root}'`)
  const run = async (...args: string[]) => {
    const { code, stderr } = await disk.run(...args)
    return `${code} ${stderr.trim().split('\n').at(-1)}`
  }
  try {
    remount('ro')
    const made = /^1 .* cannot be made: its disk is mounted read-only; mount it for writing/
    assert.match(await run('migrate'), made)

    remount('rw')
    disk.shell(`mkdir '${root}/backups'`)
    assert.match(await run('migrate'), /^0 /)
    remount('ro')
    assert.match(
      await run('backup', '--to', place),
      /DATA_DIR .* its disk is mounted read-only; .* copy the folder to another disk/,
    )

    disk.shell(`cp -r '${disk.dataDir}' '${place}/data'`)
    const env = `DATA_DIR='${place}/data'`
    for (const args of [`--to '${root}/backups'`, `'${root}/backups/own.archive'`]) {
      const command = `${env} '${process.execPath}' '${BIN}' backup ${args} 2>&1 || true`
      const told = disk.shell(`ORIGIN=${disk.origin} ${command}`).trim().split('\n').at(-1)!
      assert.equal(
        told,
        `rookery: ${root}/backups cannot be written: its disk is mounted read-only; mount it for writing, or name another place`,
      )
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})
