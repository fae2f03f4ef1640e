import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readActor } from '../../src/features/accounts/remote/read-actor.ts'
import { createGiphy } from '../../src/features/gifs/providers/giphy.ts'
import { readNote } from '../../src/features/statuses/federation/reading/note.ts'
import { vouchedFor } from '../../src/kernel/activitypub/proved-document.ts'
import { parsePairs } from '../../src/kernel/http/body/nested-params.ts'
import { extractEntities } from '../../src/kernel/text/extract.ts'
import { sanitizeStatusHtml } from '../../src/kernel/text/sanitize.ts'
import { excessBeside } from '../support/fastest.ts'

const ACTOR = 'https://away.test/users/mallory'
const AUTHOR = { uri: ACTOR, followersUri: null }
/** so many times the control's processor time is no concern, and so many ms are none on any machine */
const TIMES = 5
const HARMLESS = 40

interface Attack {
  read(text: string): unknown
  /** so large that every slow way of reading it goes far beyond the limit */
  hostile: string
  /** of the same kind and size */
  control: string
}

const ATTACKS: Record<string, Attack> = {
  'addresses that are none because of their port, each with all that follows as its path': {
    read: extractEntities,
    hostile: 'http://a.b.com:99999/'.repeat(4_700),
    control: 'http://a.b.com:8080/ '.repeat(4_700),
  },
  'comments in an address': {
    read: sanitizeStatusHtml,
    hostile: `<a href="https://a.b/${'<!---->'.repeat(18_000)}">x</a>`,
    control: `<a href="https://a.b/${'abcdefg'.repeat(18_000)}">x</a>`,
  },
  'plus signs in a form': {
    read: parsePairs,
    hostile: `a=${'+'.repeat(2_000_000)}`,
    control: `a=${'%20'.repeat(666_666)}`,
  },
  'a title of which a line is kept': {
    read: (name) => readNote({ id: `${ACTOR}/1`, type: 'Article', name }, AUTHOR, Date.now()),
    hostile: '<li value=1>'.repeat(10_000),
    control: '<li value=1>'.repeat(800),
  },
  'a title of the provider of GIFs, of spaces': {
    read: (title) => createGiphy('key').read({ data: [{ id: 'x', title }] }),
    hostile: `${' '.repeat(500_000)}x`,
    control: 'GIF by a '.repeat(60_000),
  },
  'a profile with more fields than are kept': {
    read: readProfile,
    hostile: profileOf(200),
    control: profileOf(50),
  },
}

for (const [name, { read, hostile, control }] of Object.entries(ATTACKS)) {
  test(`A78 ${name}: no more work than for any text of that size`, async () => {
    read(control)
    const limits = { control: () => read(control), times: TIMES, harmless: HARMLESS }
    assert.equal(await excessBeside(() => read(hostile), limits), null)
  })
}

test('A78 what is left out of addresses that are none is found on its own', () => {
  const urls = (text: string) =>
    extractEntities(text).flatMap((entity) => (entity.kind === 'url' ? [entity.url] : []))

  assert.deepEqual(urls('http://a.b.com:99999/http://c.de/x'), ['http://c.de/x'])
  assert.deepEqual(urls('http://a.b.com:8080/?a (b)'), ['http://a.b.com:8080/?a'])
})

test('A78 the fields of a profile that are kept are its first ones', () => {
  const profile = readProfile(profileOf(60))

  assert.equal(profile?.fields.length, 9)
  assert.equal(profile?.fields[0]?.name, 'field 0')
})

function profileOf(fields: number): string {
  const attachment = Array.from({ length: fields }, (_, at) => ({
    type: 'PropertyValue',
    name: `field ${at}`,
    value: '</p>'.repeat(500),
  }))
  const inbox = `${ACTOR}/inbox`
  return JSON.stringify({ id: ACTOR, type: 'Person', preferredUsername: 'm', inbox, attachment })
}

function readProfile(text: string) {
  const document = vouchedFor(ACTOR as never, JSON.parse(text))
  assert.ok(document)
  return readActor(document)
}
