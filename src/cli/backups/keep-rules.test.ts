import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveName, isRemains, parseArchiveName } from './archive-name.ts'
import { readKeepRules, unkept } from './keep-rules.ts'

const archivesAt = (...times: string[]) =>
  times.map((time) => ({ name: time, at: Date.parse(time), media: false }))

test('the newest of each day, week and month is kept, as often as the rules say', () => {
  const all = archivesAt(
    '2026-09-30T03:00:00Z',
    '2026-10-15T03:00:00Z',
    '2026-10-31T03:00:00Z',
    '2026-11-22T03:00:00Z', // a Sunday: its week is over
    '2026-11-26T03:00:00Z',
    '2026-11-27T03:00:00Z',
    '2026-11-28T03:00:00Z',
    '2026-11-28T09:00:00Z',
  )
  const kept = (text: string) => {
    const gone = unkept(all, readKeepRules(text), all.at(-1)!)
    return all.map(({ name }) => name).filter((name) => !gone.includes(name))
  }

  assert.deepEqual(kept('2d'), ['2026-11-27T03:00:00Z', '2026-11-28T09:00:00Z'])
  assert.deepEqual(kept('2w'), ['2026-11-22T03:00:00Z', '2026-11-28T09:00:00Z'])
  assert.deepEqual(kept('3m'), [
    '2026-09-30T03:00:00Z',
    '2026-10-31T03:00:00Z',
    '2026-11-28T09:00:00Z',
  ])
  assert.deepEqual(kept('1d, 2w,1y'), ['2026-11-22T03:00:00Z', '2026-11-28T09:00:00Z'])
})

test('S-719 days without archives do not count, and later dates are of a clock that was wrong: they stay', () => {
  const all = archivesAt('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2099-01-01T00:00:00Z')

  assert.deepEqual(unkept(all, readKeepRules('2d'), all[2]!), ['2026-01-01T00:00:00Z'])
  assert.deepEqual(unkept(all, readKeepRules('1d'), all[1]!), ['2026-01-01T00:00:00Z'])
  assert.deepEqual(unkept(all, readKeepRules('1d'), all[0]!), [])
})

test('S-714 an archive without uploads takes the place of none with them', () => {
  const [noon, evening] = archivesAt('2026-11-28T12:00:00Z', '2026-11-28T18:00:00Z')
  const morning = { ...archivesAt('2026-11-28T03:00:00Z')[0]!, media: true }
  const all = [morning, noon!, evening!]

  assert.deepEqual(unkept(all, readKeepRules('1d'), evening!), [noon!.name])
  assert.deepEqual(unkept(all, readKeepRules('1d'), morning), [])
})

test('rules that say nothing are refused', () => {
  for (const text of ['', '7', 'd', '0d', '7d,', '-1d', '7d;rm', '99999d', '1.5w']) {
    assert.throws(() => readKeepRules(text), /--keep must be numbers/, text)
  }
})

test('only names that this server gives are archives', () => {
  const at = Date.UTC(2026, 10, 28, 5, 37, 58)
  const name = archiveName('social.example:8443', { at, media: false })
  assert.equal(name, 'rookery-social.example_8443-20261128T053758Z.archive')
  assert.deepEqual(parseArchiveName('social.example:8443', name), { name, at, media: false })
  const whole = archiveName('social.example:8443', { at, media: true })
  assert.equal(whole, 'rookery-social.example_8443-20261128T053758Z-media.archive')
  assert.deepEqual(parseArchiveName('social.example:8443', whole), { name: whole, at, media: true })

  for (const other of [
    name.toUpperCase(),
    `${name}.part`,
    `x${name}`,
    name.replace('1128', '1332'),
    name.replace('_8443', ''),
    name.replace('.archive', '-medium.archive'),
    'rookery.archive',
    'notes.txt',
  ]) {
    assert.equal(parseArchiveName('social.example:8443', other), null, other)
  }
  assert.equal(isRemains('social.example:8443', `${name}.part`), true)
  assert.equal(isRemains('social.example:8443', `${whole}.snapshot`), true)
  assert.equal(isRemains('social.example:8443', name), false)
  assert.equal(isRemains('social.example:8443', 'my.part'), false)
})
