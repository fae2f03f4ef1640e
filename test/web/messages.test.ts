import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract, problemsOf, readMessages } from '../../scripts/messages.ts'
import { messages as ar } from '../../web/locales/ar.ts'
import { messages as ja } from '../../web/locales/ja.ts'

test('every message of the client is written out where it is said', () => {
  const { uses, unclear } = readMessages()

  assert.ok(uses.length > 0)
  assert.deepEqual(unclear, [])
})

for (const [tag, catalogue] of Object.entries({ ar, ja })) {
  const isMissing = (problem: string) => problem.startsWith('missing: ')
  const problems = () => problemsOf(tag, catalogue, readMessages().uses)

  test(`the catalogue of ${tag} holds what is said, with its places and numbers`, () => {
    assert.deepEqual(
      problems().filter((problem) => !isMissing(problem)),
      [],
    )
  })

  test(`the catalogue of ${tag} holds every message`, () => {
    assert.deepEqual(problems().filter(isMissing), [])
  })
}

test('a catalogue is held against numbers, places and what is used', () => {
  const { uses, unclear } = extract(
    'x.tsx',
    "t('Hi {name}'); plural(n, '{n} post', '{n} posts'); rich('Gone', {}); t(other)",
  )
  const problems = problemsOf(
    'ar',
    { 'Hi {name}': 'مرحبا {who}', '{n} posts': { one: 'منشور', other: '{n}' }, Old: 'قديم' },
    uses,
  )

  assert.deepEqual(unclear, ['x.tsx:1'])
  assert.deepEqual(problems, [
    'missing: Gone (x.tsx:1)',
    'other places for values: Hi {name} → مرحبا {who}',
    'lacks zero, two, few, many: {n} posts',
    'no longer used: Old',
  ])
})
