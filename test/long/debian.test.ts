import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { ON_SQLITE } from '../support/database-kind.ts'
import { keptDebian, unpackDebian, withoutDebian } from '../support/debian/debian-root.ts'
import { copySources, makeNext } from '../support/debian/next-version.ts'
import { step } from '../support/debian/steps.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STORY = join(ROOT, 'test/support/debian/story.ts')
/** bytes of the package, which is not compressed here: that takes minutes */
const MOST_BYTES = 224 << 20

const skip = ON_SQLITE ? withoutDebian() : 'once is enough'
const folder = skip === false ? mkdtempSync(join(tmpdir(), 'rookery-debian-')) : ''
const copy = join(folder, 'copy')

after(() => rmSync(folder, { recursive: true, force: true }))

test('S-640 the same sources make the same package, in another folder too', { skip }, async () => {
  const file = await step('npm run package:deb', () => makePackage(ROOT, 'first'))
  copySources(copy)
  const other = await step('the same in a copy', () => makePackage(copy, 'second'))

  assert.ok(statSync(file).size < MOST_BYTES, `${statSync(file).size} bytes`)
  assert.equal(sumOf(file), sumOf(other))
})

test('S-641 to S-648, S-706, S-707, A120, A121, A122: from installation to purge, on a clean Debian', {
  skip,
}, async () => {
  makeNext(copy, '0.2.0')
  const next = await step('the next version', () => makePackage(copy, 'next'))
  await step('a clean Debian, where none was kept', keptDebian)
  const debs = [join(folder, 'first/rookery_0.1.0_amd64.deb'), next]
  for (const name of ['alpha', 'beta']) {
    await step(`the root of ${name}`, () => unpackDebian(join(folder, name), debs))
  }

  // ports below 1024, and addresses of its own, in a network that nobody else is in
  const story = spawn('unshare', ['--net', process.execPath, STORY, folder], { stdio: 'inherit' })
  const [code] = await once(story, 'exit')

  assert.equal(code, 0)
})

function makePackage(from: string, to: string): string {
  const target = join(folder, to)
  mkdirSync(target, { recursive: true })
  const args = ['run', 'package:deb', '--', '--to', target, '--compress', 'none']
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' }
  const told = execFileSync('npm', args, { cwd: from, env, encoding: 'utf8' })
  return told.trim().split('\n').at(-1) ?? ''
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
