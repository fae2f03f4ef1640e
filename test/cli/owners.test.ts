import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Operator } from '../support/operator.ts'
import { newUserFolder, notRoot } from '../support/system-user.ts'

const PROGRAM = join(import.meta.dirname, '../../src/cli.ts')
const user = notRoot()
/** a user without a name */
const STRANGER = 64_321
const isRoot = user.uid !== undefined
const mayRead = () => spawnSync(process.execPath, [PROGRAM, '--version'], user).status === 0
const asRoot = isRoot ? false : 'needs root, who may give files away'
const asBoth = isRoot && mayRead() ? false : 'needs root, and a checkout that others may read'

/** An operator whose data another user owns. */
async function ofSomebodyElse(): Promise<Operator> {
  const operator = await Operator.started()
  chownSync(operator.env.DATA_DIR!, user.uid!, user.gid!)
  return operator
}

test('S-709 root is refused where the data belong to another user, and says as whom to run', {
  skip: asRoot,
}, async () => {
  using operator = await ofSomebodyElse()

  for (const args of [['accounts', 'list'], ['migrate'], ['restore', 'archive']]) {
    const { code, notes } = await operator.run(...args)
    assert.equal(code, 1)
    assert.match(notes, /^rookery: DATA_DIR .* belongs to the user \S+, who .* \(sudo -u \S+ …\)$/)
  }
  const { out } = await operator.run('doctor')
  assert.match(out, /^fail {2}DATA_DIR .* belongs to the user/m)
})

test('S-710 what root left in the data is one line for the user of the server, and for doctor', {
  skip: asBoth,
}, () => {
  const folder = newUserFolder()
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data') },
    ORIGIN: 'http://localhost:3000',
  }
  const run = (as: typeof user, ...args: string[]) => {
    const ended = spawnSync(process.execPath, [PROGRAM, ...args], { ...as, env, cwd: folder })
    return { code: ended.status, out: `${ended.stdout}`, notes: `${ended.stderr}` }
  }
  try {
    assert.equal(run(user, 'migrate').code, 0)
    mkdirSync(join(env.DATA_DIR, 'media/tmp'), { recursive: true, mode: 0o755 })
    const doctor = run(user, 'doctor')
    assert.match(doctor.out, /^fail {2}DATA_DIR .*, but not \S+media and 1 others in it → Run as/m)

    chownSync(join(env.DATA_DIR, 'media'), user.uid!, user.gid!)
    const media = run(user, 'accounts', 'list')
    assert.equal(media.code, 1)
    assert.match(
      media.notes,
      /^rookery: .* \(MEDIA_STORAGE\) .* \S+media\/tmp: the user \S+ may not/,
    )

    chownSync(join(env.DATA_DIR, 'rookery.db'), 0, 0)
    const { code, notes } = run(user, 'accounts', 'list')

    assert.equal(code, 1)
    assert.match(notes, /^rookery: The database \S+ cannot be written: the user \S+ may not write/)
    assert.equal(notes.trim().split('\n').length, 1, notes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('S-735 data of another user are named with that user, whom a third one has to be', {
  skip: asBoth,
}, async () => {
  const folder = newUserFolder()
  const env: NodeJS.ProcessEnv = {
    ...{ PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data') },
    ORIGIN: 'http://localhost:3000',
  }
  const run = (...args: string[]) => {
    const ended = spawnSync(process.execPath, [PROGRAM, ...args], { ...user, env, cwd: folder })
    return { code: ended.status, out: `${ended.stdout}`, notes: `${ended.stderr}` }
  }
  try {
    mkdirSync(env.DATA_DIR!, { mode: 0o700 })
    chownSync(env.DATA_DIR!, STRANGER, STRANGER)
    const told =
      `${env.DATA_DIR} belongs to the user ${STRANGER}: run this as that user (sudo -u '#${STRANGER}' …), ` +
      'or make it yours as root (chown -R '

    const { code, notes } = run('accounts', 'list')
    assert.equal(code, 78)
    assert.ok(notes.startsWith(`rookery: DATA_DIR ${env.DATA_DIR} cannot be written: `), notes)
    assert.ok(notes.includes(told), notes)
    assert.equal(notes.trim().split('\n').length, 1, notes)
    const { out } = run('doctor')
    assert.match(out, /^fail {2}DATA_DIR \S+ cannot be written: .* → \S+ belongs to the user \d+:/m)
    assert.doesNotMatch(out, /broke off|MEDIA_STORAGE|install -d/)

    // what is in sight and not ours is nothing to give away
    const home = join(folder, 'home')
    mkdirSync(home, { mode: 0o755 })
    chownSync(home, STRANGER, STRANGER)
    env.DATA_DIR = home
    assert.match(run('migrate').notes, /belongs to the user \d+: .*, or name another place$/m)
    env.DATA_DIR = join(home, 'data')
    assert.match(run('migrate').notes, /make the folder as root \(install -d/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('S-769 a place of backups that may not be entered is not called unreadable or missing', {
  skip: asBoth,
}, () => {
  const folder = newUserFolder()
  const closed = mkdtempSync(join(tmpdir(), 'rookery-closed-'))
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data') },
    ORIGIN: 'http://localhost:3000',
  }
  const told = (...args: string[]) => {
    const ended = spawnSync(process.execPath, [PROGRAM, ...args], { ...user, env, cwd: folder })
    return `${ended.stderr}`.trim()
  }
  try {
    told('migrate')
    assert.match(
      told('backup', join(closed, 'x')),
      /x cannot be written: the user \S+ may not write/,
    )
    assert.match(told('backup', '--to', join(closed, 'x')), /may not enter a folder above it/)
  } finally {
    for (const one of [folder, closed]) rmSync(one, { recursive: true, force: true })
  }
})

test('S-711 a folder of media that is a file is one line', async () => {
  using operator = await Operator.started()
  writeFileSync(operator.path('media'), '')
  operator.env.MEDIA_STORAGE = operator.path('media')

  const { code, notes } = await operator.run('accounts', 'list')

  assert.equal(code, 1)
  assert.match(
    notes,
    /^rookery: The folder \S+media \(MEDIA_STORAGE\) cannot be used: a file is where a folder has to be/,
  )
  assert.equal(notes.split('\n').length, 1, notes)
  // what breaks one check keeps no other from being made
  const doctor = await operator.run('doctor')
  assert.match(doctor.out, /^fail {2}MEDIA_STORAGE \S+media cannot be written: a file is where/m)
  assert.doesNotMatch(doctor.out, /broke off/)
  assert.match(doctor.out, /^ok {4}The counters of/m)
  assert.match(doctor.notes, /of the checks failed$/)
})
