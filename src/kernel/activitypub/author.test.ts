import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from './as2.ts'
import { authorUriOf } from './author.ts'

test('a person wrote it rather than a group, and one alone', () => {
  const person = { type: 'Person', id: 'https://away.test/a' }
  const group = { type: 'Group', id: 'https://away.test/g' }
  const by = (attributedTo: unknown) => authorUriOf({ attributedTo } as Document)
  for (const one of [[group, person], person, person.id, [person.id], [person, person.id]]) {
    assert.equal(by(one), person.id, JSON.stringify(one))
  }
  assert.equal(by(group), group.id)
  const other = { type: 'Person', id: 'https://away.test/b' }
  const nobody = { type: 'Person' }
  const none = [[person, other], [person.id, other.id], [person, nobody], nobody, [], undefined]
  for (const several of [...none, [group, group.id, person], [group.id, person.id]]) {
    assert.equal(by(several), null, JSON.stringify(several))
  }
})
