import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '../../shared/entities/api.ts'
import { bodyOf, draftOf, hasEnded, newDraft } from './draft.ts'

const filter: Filter = {
  id: '1',
  title: 'Sport',
  context: ['home'],
  expires_at: '2030-01-01T00:00:00.000Z',
  filter_action: 'hide',
  keywords: [
    { id: '11', keyword: 'cup', whole_word: false },
    { id: '12', keyword: 'ball', whole_word: true },
  ],
  statuses: [],
}

test('a filter that is saved unchanged keeps its end and its keywords', () => {
  assert.deepEqual(bodyOf(draftOf(filter), filter.keywords), {
    title: 'Sport',
    context: ['home'],
    filter_action: 'hide',
    keywords_attributes: [
      { id: '11', keyword: 'cup', whole_word: false },
      { id: '12', keyword: 'ball', whole_word: true },
    ],
  })
})

test('a keyword whose row is emptied or gone is deleted', () => {
  const draft = draftOf(filter)
  const [first] = draft.keywords
  assert.ok(first)
  const gone = [{ id: '12', _destroy: true }]
  for (const keywords of [[first], [first, { ...draft.keywords[1]!, keyword: ' ' }]]) {
    const body = bodyOf({ ...draft, keywords }, filter.keywords)
    assert.deepEqual(
      (body as { keywords_attributes: unknown[] }).keywords_attributes.slice(1),
      gone,
    )
  }
})

test('a new filter ends never unless an end is chosen, and leaves empty rows out', () => {
  const draft = newDraft('')
  assert.partialDeepStrictEqual(bodyOf(draft, []), { expires_in: null, keywords_attributes: [] })
  assert.partialDeepStrictEqual(bodyOf({ ...draft, end: '3600' }, []), { expires_in: 3600 })
  assert.partialDeepStrictEqual(bodyOf(newDraft('#moss'), []), {
    title: '#moss',
    keywords_attributes: [{ keyword: '#moss', whole_word: true }],
  })
})

test('a filter has ended from its end on', () => {
  const end = Date.parse('2030-01-01T00:00:00.000Z')
  assert.equal(hasEnded(filter, end - 1), false)
  assert.equal(hasEnded(filter, end), true)
  assert.equal(hasEnded({ expires_at: null }, end), false)
})
