import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTemplate } from './template.ts'

const payload = {
  event: 'report.created',
  object: { id: '1', comment: 'he said "no"\n', account: { username: 'rook' }, rules: [{ id: 7 }] },
}

test('a template stays JSON whatever texts are filled in', () => {
  const template =
    '{"text":"{{event}}: {{ object.comment }}","who":"@{{object.account.username}}","rule":{{object.rules.0.id}}}'

  assert.deepEqual(JSON.parse(fillTemplate(template, payload)), {
    text: 'report.created: he said "no"\n',
    who: '@rook',
    rule: 7,
  })
})

test('a part that the payload has not is null, also those that every object inherits', () => {
  assert.equal(
    fillTemplate('[{{object.nothing}},{{object.constructor}},{{event.length}}]', payload),
    '[null,null,null]',
  )
})
