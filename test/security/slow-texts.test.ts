import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'

const SOURCE = join(import.meta.dirname, '../../src')

/** Calls whose time grows with the square of a text, and the file that bounds it. */
const BOUNDED: Record<string, { call: RegExp; home: string; spared: RegExp }> = {
  'normal forms': {
    // a letter, or a text that was bounded a moment ago
    call: /(?<!normalized\(text, 'NFKC'\)\.toLowerCase\(\)|DIACRITICS, ''\)|letter)\.normalize\(/,
    home: 'kernel/text/normalized.ts',
    spared: /^$/,
  },
  addresses: {
    call: /\bURL\.(?:parse|canParse)\(/,
    home: 'kernel/base/parse-url.ts',
    // of settings, and of services that the operator chose
    spared: /^(?:kernel\/(?:base|acme)|cli|app|features\/gifs)\//,
  },
}

for (const [what, { call, home, spared }] of Object.entries(BOUNDED)) {
  test(`A139 ${what} of others are made in one place, which bounds their time`, () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const calling = files.filter((file) => call.test(readFileSync(join(SOURCE, file), 'utf8')))
    const found = calling.map((file) => relative('.', file).replaceAll('\\', '/'))

    assert.ok(found.includes(home))
    assert.deepEqual(
      found.filter((file) => file !== home && !spared.test(file)),
      [],
    )
  })
}

test('A139 passwords, searches and posts of marks alone are answered', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const marks = `a${'\u0301\u0316'.repeat(15_000)}`

  const form = { username: 'alice@example.org', password: marks.repeat(8), grant_type: 'password' }
  const token = await server.anonymous.post('/oauth/token', form)
  const found = await server.anonymous.get('/api/v2/search', { q: `#${marks.slice(0, 3_000)}` })
  const post = await alice.publish(marks.slice(0, 20_000))

  assert.ok(token.statusCode >= 400 && token.statusCode < 500, token.body)
  assert.equal(found.statusCode, 200)
  assert.equal(typeof post.id, 'string')
})
