import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Status } from '../../shared/entities/api.ts'
import { type Context, verdictFor } from './filter-verdict.ts'

type Action = 'hide' | 'warn' | 'blur'

const filtered = (...filters: [title: string, action: Action, context: Context[]][]) =>
  ({
    account: { id: '2' },
    filtered: filters.map(([title, filter_action, context]) => ({
      filter: { title, filter_action, context },
    })),
  }) as unknown as Status

test('S-113 the strictest filter that applies at a place counts, with the titles of its like', () => {
  const status = filtered(
    ['blurs', 'blur', ['home']],
    ['warns', 'warn', ['home', 'thread']],
    ['warns too', 'warn', ['home']],
    ['hides', 'hide', ['public']],
  )

  assert.deepEqual(verdictFor('1', status, 'home'), {
    action: 'warn',
    titles: ['warns', 'warns too'],
  })
  assert.deepEqual(verdictFor('1', status, 'thread'), { action: 'warn', titles: ['warns'] })
  assert.deepEqual(verdictFor('1', status, 'public'), { action: 'hide', titles: ['hides'] })
  assert.equal(verdictFor('1', status, 'account'), null)
})

test('S-116 nobody filters what they write, and visitors filter nothing', () => {
  const status = filtered(['hides', 'hide', ['home']])

  assert.equal(verdictFor('2', status, 'home'), null)
  assert.equal(verdictFor(null, status, 'home'), null)
  assert.equal(
    verdictFor('1', { ...status, filtered: undefined } as unknown as Status, 'home'),
    null,
  )
})
