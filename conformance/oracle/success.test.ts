import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSuccess } from './success.ts'

const knows = (entity: string) => ['Status', 'V1::Instance'].includes(entity)

test('the success column tells statuses, the entity and whether there is a list of it', () => {
  const cases = {
    '200 Status': [[200], 'Status', false],
    '200 or 206 Status[]': [[200, 206], 'Status', true],
    '200 Status (wrapper)': [[200], 'Status', false],
    '200 V1::Instance': [[200], 'V1::Instance', false],
    '200 {}': [[200], '{}', false],
    '200 String[]': [[200], 'String', true],
    '200 []': [[200], null, false],
    '200 SSE update,delete': [[200], null, false],
    '202': [[202], null, false],
  }

  for (const [column, expected] of Object.entries(cases)) {
    const { statuses, entity, list } = readSuccess(column, knows)
    assert.deepEqual([statuses, entity, list], expected, column)
  }
})
