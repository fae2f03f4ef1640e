import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SPEC, tableRows } from '../../conformance/spec/surface.ts'
import { startTestServer } from '../support/server.ts'

const SRC = join(import.meta.dirname, '../../src')
/** Folders whose texts clients show; the staff, other servers and pages have texts of their own. */
const PLACES = [
  ...['accounts', 'collections', 'filters', 'identity', 'lists', 'media', 'notifications', 'oauth'],
  ...[
    'polls',
    'relationships',
    'reports',
    'search',
    'statuses',
    'tags',
    'timelines',
    'translation',
  ],
].map((feature) => `features/${feature}`)
PLACES.push('kernel/base/errors.ts', 'kernel/http', 'surfaces/push')
const REFUSALS = [
  ...['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'Conflict', 'Unprocessable'],
  ...['ValidationFailed', 'Refused', 'Unreachable'],
]
const SAID = new RegExp(
  `(?:new (?:${REFUSALS.join('|')})\\(\\s*|\\bsaid\\(\\s*|problems\\.push\\(\\s*|message = )` +
    `(?:'([^']+)'|"([^"]+)"|\`([^\`]+)\`)`,
  'g',
)

function textsIn(place: string): string[] {
  const files = place.endsWith('.ts')
    ? [place]
    : readdirSync(join(SRC, place), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(place, name),
      )
  return files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [...readFileSync(join(SRC, name), 'utf8').matchAll(SAID)])
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

test('S-574 every text that clients get is listed: as the real server’s, or as one of our own', () => {
  const rows = tableRows(readFileSync(join(SPEC, 'error-texts.tsv'), 'utf8'))
  const listed = rows.map(({ text = '' }) => text)
  const answered = new Set(PLACES.flatMap(textsIn))

  assert.ok(answered.size > 100)
  assert.deepEqual(listed, [...new Set(listed)].sort(), 'sorted, each once')
  assert.deepEqual(
    [...answered].filter((text) => !listed.includes(text)),
    [],
    'not in docs/spec/error-texts.tsv',
  )
  assert.deepEqual(
    listed.filter((text) => !answered.has(text)),
    [],
    'answered no more',
  )
  for (const { text = '', from } of rows) assert.ok(from, text)
})

test('S-574 refusals that clients show are in the real server’s words', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const hers = await alice.publish('mine', { poll: { options: ['a', 'b'], expires_in: 600 } })
  const { id: list } = (await alice.post('/api/v1/lists', { title: 'L' })).json()
  const soon = new Date(server.clock.now + 60_000).toISOString()
  const post = (more: Record<string, unknown>) => alice.post('/api/v1/statuses', more)
  const poll = (options: string[], expires_in = 600) =>
    post({ status: 'x', poll: { options, expires_in } })
  const vote = (choices: number[]) => ({ choices })
  const votes = `/api/v1/polls/${hers.poll.id}/votes`
  const member = { account_ids: [bob.id] }
  const members = `/api/v1/lists/${list}/accounts`
  const media_ids = ['100000000000000001', '100000000000000002']

  for (const [reply, text] of [
    [
      await post({ status: 'x', media_ids }),
      `Media ${media_ids.join(', ')} not found or already attached to another post`,
    ],
    [await post({ media_ids: ['1', '2', '3', '4', '5'] }), 'Cannot attach more than 4 files'],
    [
      await post({ status: 'x', scheduled_at: soon }),
      'Validation failed: Scheduled at date must be in the future',
    ],
    [
      await post({ status: 'x', in_reply_to_id: '1' }),
      'The post you are trying to reply to does not appear to exist.',
    ],
    [
      await post({ status: 'x', quoted_status_id: '1' }),
      'The post you are trying to quote does not appear to exist.',
    ],
    [await poll(['a']), 'Validation failed: Choices must have more than one item'],
    [await poll(['a', 'a']), 'Validation failed: Choices contain duplicate items'],
    [await poll(['a', 'b'], 1), 'Validation failed: Deadline is too soon'],
    [await alice.post(votes, vote([0])), 'Validation failed: You cannot vote in your own polls'],
    [await bob.post(votes, vote([7])), 'Validation failed: The chosen vote option does not exist'],
    [await alice.post(members, member), 'Validation failed: Account must be a followed account'],
    [
      await alice.post(`/api/v1/accounts/${alice.id}/follow`),
      'Following your own account is not allowed',
    ],
    [
      await server.anonymous.get('/api/v2/search?q=a&offset=1'),
      'Search queries pagination is not supported without authentication',
    ],
    [
      await server.anonymous.get('/api/v2/search?q=a&resolve=true'),
      'Search queries that resolve remote resources are not supported without authentication',
    ],
    [
      await alice.post('/api/v1/featured_tags', { name: '#' }),
      'Validation failed: Name is invalid',
    ],
    [
      await alice.post('/api/v1/reports', {
        account_id: bob.id,
        category: 'violation',
        rule_ids: ['7'],
      }),
      'Validation failed: Rule ids does not reference valid rules',
    ],
  ] as const) {
    assert.ok(reply.statusCode >= 400, text)
    assert.equal(reply.json().error, text)
  }
})
