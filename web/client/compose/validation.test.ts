import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asLocalTime } from '../../shared/local-time.ts'
import { countOf } from './character-count.ts'
import { plainWriting } from './initial-writing.ts'
import { durationsWith, inUnits } from './poll-durations.ts'
import { DEFAULT_LIMITS, earliest, problemsOf, suggestedTime } from './validation.ts'
import { type Attached, emptyPart, emptyPoll, type Part, type Writing } from './writing.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const attached = (state: Attached['state']) => ({ state, media: null }) as Attached

const writing = (parts: Partial<Part>[], more: Partial<Writing> = {}): Writing => ({
  ...plainWriting('new', null, 'en'),
  parts: parts.map(emptyPart),
  ...more,
})
const problems = (...given: Parameters<typeof writing>) =>
  problemsOf(writing(...given), DEFAULT_LIMITS, NOW)

test('S-330 a post is as long as the server counts it', () => {
  const lengthOf = (text: string, warning?: string) =>
    countOf({ text, warned: warning !== undefined, spoiler_text: warning ?? '' })

  assert.equal(lengthOf('hello'), 5)
  assert.equal(lengthOf(`see https://example.org/${'x'.repeat(300)} ok`), 4 + 23 + 3)
  assert.equal(lengthOf('http://a.example/b'), 23)
  assert.equal(lengthOf('hi @ann@far-away.example!'), 'hi @ann!'.length)
  assert.equal(lengthOf('👩‍👩‍👧‍👦🇩🇪👍🏽é'), 4)
  assert.equal(lengthOf('a\r\nb'), 3)
  assert.equal(lengthOf('abc', '  cw '), 5, 'a content warning counts without spaces around it')
  assert.equal(countOf({ text: 'abc', warned: false, spoiler_text: 'hidden' }), 3)
})

test('a post may be as long as the limit, and no longer', () => {
  assert.deepEqual(problems([{ text: 'é'.repeat(500) }]), [])
  assert.deepEqual(problems([{ text: 'x'.repeat(501) }]), ['It is 1 character too long.'])
  const warned = { text: 'x'.repeat(500), warned: true, spoiler_text: 'cw' }
  assert.deepEqual(problems([warned]), ['It is 2 characters too long.'])
})

test('a post has a text, a file, a quote or at least a warning', () => {
  assert.deepEqual(problems([{ text: ' \n' }]), ['Write something, or add a picture.'])
  assert.deepEqual(problems([{ media: [attached('ready')] }]), [])
  assert.deepEqual(problems([{}], { quote: {} as Writing['quote'] }), [])
  assert.deepEqual(problems([{ warned: true, spoiler_text: 'cw' }]), [])
  assert.deepEqual(problems([{ warned: false, spoiler_text: 'cw' }]), ['Write something, too.'])
  assert.deepEqual(problems([{ poll: { ...emptyPoll(), options: ['a', 'b'] } }]), [
    'Write something, too.',
  ])
  assert.equal(problems([{ text: 'x', media: [attached('failed')] }]).length, 1)
  assert.deepEqual(
    problems([{ text: 'x', media: [attached('uploading')] }]),
    [],
    'sending waits for it',
  )
})

test('a poll has two answers that differ and are short enough', () => {
  const poll = (...options: string[]) =>
    problems([{ text: 'x', poll: { ...emptyPoll(), options } }])

  assert.deepEqual(poll('a', 'b', ' '), [])
  assert.deepEqual(poll('a', ''), ['A poll needs two answers at least.'])
  assert.deepEqual(poll('a', 'b', ' a'), ['The answers of a poll have to differ.'])
  assert.deepEqual(poll('👍🏽'.repeat(50), 'b'), [])
  assert.deepEqual(poll('x'.repeat(51), 'b'), [
    'An answer of the poll is longer than 50 characters.',
  ])
})

test('in a thread each problem says which post it is of; what was sent has none', () => {
  assert.deepEqual(problems([{ text: '', sentId: '1' }, { text: 'x' }, {}]), [
    'Post 3: Write something, or add a picture.',
  ])
})

test('S-345 S-617 posts can be scheduled for later than five minutes from now', () => {
  const at = (ms: number) => asLocalTime(new Date(NOW + ms).toISOString())
  const scheduled = (scheduledAt: string, ...parts: Partial<Part>[]) =>
    problems([{ text: 'x' }, ...parts], { scheduledAt })

  assert.deepEqual(scheduled(at(6 * 60_000)), [])
  assert.deepEqual(scheduled(at(5 * 60_000)), ['Choose a time at least five minutes from now.'])
  assert.deepEqual(scheduled('2026-02-30T'), ['Choose a day and a time.'])
  assert.deepEqual(scheduled(at(6 * 60_000), { text: 'y' }), [])
  assert.deepEqual(scheduled(at(6 * 60_000), { text: 'y', sentId: '1' }), [
    'A part of it is posted already, so the rest cannot wait for a time.',
  ])
  assert.ok(earliest(NOW).getTime() > NOW + 5 * 60_000)
  assert.match(suggestedTime(NOW), /T09:00$/)
  assert.ok(Date.parse(suggestedTime(NOW)) > earliest(NOW).getTime())
})

test('polls last as long as the server allows, or as they do already', () => {
  const day = { min_expiration: 300, max_expiration: 86_400 }

  assert.deepEqual(durationsWith(86_400, day), [300, 1800, 3600, 21_600, 43_200, 86_400])
  assert.deepEqual(durationsWith(4000, day), [300, 1800, 3600, 4000, 21_600, 43_200, 86_400])
  assert.deepEqual(durationsWith(60, { min_expiration: 3600, max_expiration: 3600 }), [60, 3600])
  assert.deepEqual(inUnits(300), { n: 5, unit: 'minute' })
  assert.deepEqual(inUnits(5400), { n: 2, unit: 'hour' })
  assert.deepEqual(inUnits(259_200), { n: 3, unit: 'day' })
})
