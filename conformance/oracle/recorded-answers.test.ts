import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../http/client.ts'
import { differenceKey, readDifferences, readRecorded } from '../spec/recorded.ts'
import { readSurface } from '../spec/surface.ts'
import { createRecordedAnswers } from './recorded-answers.ts'

const SUBSCRIPTION = {
  id: 7,
  endpoint: 'https://push.example/1',
  standard: true,
  policy: 'all',
  server_key: 'key',
  alerts: {
    'admin.report': false,
    'admin.sign_up': false,
    favourite: true,
    follow: false,
    mention: false,
    reblog: false,
  },
}

async function problemsOf(json: unknown, status = 200, differences = new Map<string, string>()) {
  const recorded = createRecordedAnswers(await readRecorded(), differences, await readSurface())
  const asked = 'GET /api/v1/push/subscription'
  recorded.look({ asked, status, headers: new Headers(), text: '', json } satisfies Answer)
  return recorded
    .deviations()
    .filter(({ reason }) => reason === null)
    .map(({ field, problem }) => `${field} ${problem}`)
}

test('A70 an answer as it was recorded has no deviation', async () => {
  assert.deepEqual(await problemsOf(SUBSCRIPTION), [])
})

test('A70 a type, a size, a missing field and a status that were never seen are told', async () => {
  const { alerts, policy, ...rest } = SUBSCRIPTION
  const { 'admin.report': _, ...fewer } = alerts

  const problems = await problemsOf(
    { ...rest, id: 2 ** 53 + 2, standard: 'yes', alerts: fewer },
    202,
  )

  assert.deepEqual(problems.sort(), [
    '(status) 202',
    '.alerts.admin.report missing',
    '.id integer of more bits',
    '.policy missing',
    '.standard string',
  ])
})

test('A70 an id that is text where a real server sends a number is told', async () => {
  assert.deepEqual(await problemsOf({ ...SUBSCRIPTION, id: '117667892300961792' }), ['.id digits'])
})

test('A70 a difference with a reason is none', async () => {
  const known = new Map([[differenceKey('WebPushSubscription', '.id', 'digits'), 'for a reason']])
  assert.deepEqual(await problemsOf({ ...SUBSCRIPTION, id: '1' }, 200, known), [])
})

test('every listed difference is about something that was recorded', async () => {
  const { fields, statuses } = await readRecorded()
  for (const key of (await readDifferences()).keys()) {
    const [subject = '', field = ''] = key.split('\t')
    const known = field === '(status)' ? statuses.has(subject) : fields.get(subject)?.has(field)
    assert.equal(known, true, key)
  }
})
