import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  Preferences,
  ScheduledThread,
  Status,
  StatusSource,
} from '../../shared/entities/api.ts'
import { asLocalTime } from '../../shared/local-time.ts'
import {
  answering,
  bringsText,
  ofScheduled,
  ofStatus,
  plainWriting,
  settingsOf,
  slotOf,
  withGiven,
} from './initial-writing.ts'
import { changeBody, draftBody, postBody, threadBody } from './request-bodies.ts'
import { attachedOf, contentOf, emptyPart, emptyPoll, isBlank, type Writing } from './writing.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const plain = plainWriting('new', null, 'en')

const status = (changes: object = {}) =>
  ({
    id: '7',
    account: { id: '2', acct: 'bob@away.example' },
    mentions: [],
    visibility: 'public',
    language: null,
    spoiler_text: '',
    sensitive: false,
    media_attachments: [],
    poll: null,
    quote: null,
    quote_approval: { automatic: [] },
    ...changes,
  }) as unknown as Status

const textOf = ({ parts }: Writing) => parts[0]?.text

test('a post begins as the person wants posts to begin', () => {
  const chosen = {
    'posting:default:quote_policy': 'followers',
    'posting:default:sensitive': true,
    'posting:default:visibility': 'unlisted',
  } as Preferences
  const writing = plainWriting('new', chosen, 'de')

  assert.partialDeepStrictEqual(writing, {
    quotePolicy: 'followers',
    visibility: 'unlisted',
    language: 'de',
  })
  assert.equal(writing.parts[0]?.sensitive, true)
  assert.partialDeepStrictEqual(plain, {
    quotePolicy: 'public',
    visibility: 'public',
    scheduledAt: '',
  })
})

test('an answer names the people of what it answers, once, and not the one who writes', () => {
  const mentions = [
    { id: '1', acct: 'me' },
    { id: '3', acct: 'ann' },
    { id: '2', acct: 'bob@away.example' },
  ]

  assert.equal(textOf(answering(plain, status({ mentions }), '1')), '@bob@away.example @ann ')
  assert.equal(textOf(answering(plain, status(), '2')), '', 'an answer to oneself')
})

test('an answer is not seen by more people than what it answers', () => {
  const visibility = (own: Writing['visibility'], other: Writing['visibility']) =>
    answering({ ...plain, visibility: own }, status({ visibility: other }), '1').visibility

  assert.equal(visibility('public', 'direct'), 'direct')
  assert.equal(visibility('private', 'public'), 'private')
  assert.equal(visibility('unlisted', 'public'), 'unlisted')
  const writing = answering(plain, status({ spoiler_text: 'food', language: 'fr' }), '1')
  assert.equal(writing.language, 'fr')
  assert.partialDeepStrictEqual(writing.parts[0], { spoiler_text: 'food', warned: true })
})

test('what the intent brings is added; a quote of a post for few is for few', () => {
  const answer = answering(plain, status(), '1')

  assert.equal(textOf(withGiven(answer, { text: 'hi' })), '@bob@away.example hi')
  assert.equal(withGiven(plain, { quote: status({ visibility: 'private' }) }).visibility, 'private')
  const direct = { ...plain, visibility: 'direct' as const }
  assert.equal(withGiven(direct, { quote: status({ visibility: 'private' }) }).visibility, 'direct')
  assert.equal(withGiven(plain, { quote: status() }).visibility, 'public')
  assert.equal(withGiven(plain, { visibility: 'direct' }).visibility, 'direct')
})

test('each purpose has a text of its own', () => {
  const whole = { status: status(), source: {} as StatusSource }
  const scheduled = { id: '9' } as ScheduledThread
  const intents = [
    {},
    { edit: whole },
    { redraft: whole },
    { scheduled },
    { draftId: '5' },
    { replyTo: status() },
    { quote: status() },
  ]

  assert.deepEqual(intents.map(slotOf), [
    'new',
    'edit:7',
    'redraft:7',
    'scheduled:9',
    'draft:5',
    'reply:7',
    'quote:7',
  ])
  assert.deepEqual(
    [{}, { text: '' }, { visibility: 'direct' as const }, { redraft: whole }].map(bringsText),
    [false, true, true, true],
  )
})

test('a status is changed or written anew as it was', () => {
  const poll = {
    options: [
      { title: 'a', votes_count: null },
      { title: 'b', votes_count: null },
    ],
    multiple: true,
    expires_at: new Date(NOW + 3600_000).toISOString(),
  }
  const whole = {
    status: status({
      visibility: 'private',
      poll,
      sensitive: true,
      quote_approval: { automatic: ['followers'] },
    }),
    source: { text: 'text', spoiler_text: '' } as StatusSource,
  }
  const writing = ofStatus(plain, whole, { isEdit: true, replyTo: null, now: NOW })

  assert.partialDeepStrictEqual(writing, {
    editId: '7',
    visibility: 'private',
    quotePolicy: 'followers',
  })
  assert.partialDeepStrictEqual(writing.parts[0], {
    text: 'text',
    warned: false,
    sensitive: true,
    poll: { options: ['a', 'b'], expires_in: 3600, multiple: true, hide_totals: true },
  })
  const over = ofStatus(plain, whole, { isEdit: false, replyTo: null, now: NOW + 3600_000 })
  assert.equal(over.editId, null)
  assert.equal(over.parts[0]?.poll?.expires_in, 86_400, 'a poll that is over gets a day')
})

const image = {
  id: 'm1',
  type: 'image',
  description: 'a cat',
  meta: { focus: { x: 0.128, y: -1 } },
}
const scheduledPost = (text: string) => ({
  media_attachments: [image],
  params: {
    text,
    spoiler_text: null,
    sensitive: null,
    poll: null,
    visibility: 'unlisted',
    language: null,
    quote_approval_policy: null,
  },
})
const scheduled = {
  id: '9',
  scheduled_at: '2026-03-02T09:00:00.000Z',
  posts: [scheduledPost('later'), scheduledPost('and then')],
} as unknown as ScheduledThread

test('a scheduled post is known to be changed by anything but its time', () => {
  const writing = ofScheduled(plain, scheduled, { replyTo: status(), quote: null })
  const [part = emptyPart()] = writing.parts

  assert.deepEqual(
    writing.parts.map(({ text }) => text),
    ['later', 'and then'],
  )
  assert.equal(writing.scheduledAt, asLocalTime(scheduled.scheduled_at))
  assert.equal(
    settingsOf({ ...writing, scheduledAt: '2027-01-01T00:00' }),
    writing.scheduled?.content,
  )
  const changes: Partial<Writing>[] = [
    { visibility: 'public' },
    { language: 'fr' },
    { quotePolicy: 'nobody' },
    { replyTo: null },
    { quote: status() },
    { parts: [{ ...part, text: 'other' }] },
  ]
  for (const change of changes) {
    assert.notEqual(
      settingsOf({ ...writing, ...change }),
      writing.scheduled?.content,
      JSON.stringify(change),
    )
  }
})

test('each post of a thread answers the one before, and the first alone what is answered and quoted', () => {
  const writing = { ...plain, replyTo: status({ id: '70' }), quote: status({ id: '71' }) }
  const part = emptyPart({ text: ' as typed ' })

  assert.partialDeepStrictEqual(postBody(part, writing, null), {
    status: ' as typed ',
    in_reply_to_id: '70',
    quoted_status_id: '71',
    visibility: 'public',
    language: 'en',
  })
  assert.partialDeepStrictEqual(postBody(part, writing, '72'), {
    in_reply_to_id: '72',
    quoted_status_id: null,
  })
})

test('what is sent has no answers that were left empty, and no warning that was put away', () => {
  const poll = { ...emptyPoll(), options: [' a ', '', 'b'] }
  const body = postBody(emptyPart({ text: 'x', poll, spoiler_text: 'cw' }), plain, null)

  assert.deepEqual(body.poll?.options, ['a', 'b'])
  assert.equal(body.spoiler_text, '')
  assert.equal(
    postBody(emptyPart({ spoiler_text: ' cw ', warned: true }), plain, null).spoiler_text,
    'cw',
  )
  assert.equal('poll' in postBody(emptyPart(), plain, null), false)
})

test('files are sent once the server has them, a change also says what is said of them', () => {
  const file = attachedOf(image as unknown as Parameters<typeof attachedOf>[0])
  const part = emptyPart({ media: [file, { ...file, media: null }, { ...file, focus: null }] })

  assert.deepEqual(postBody(part, plain, null).media_ids, ['m1', 'm1'])
  assert.deepEqual(changeBody(part, plain).media_attributes, [
    { id: 'm1', description: 'a cat', focus: '0.13,-1.00' },
    { id: 'm1', description: 'a cat' },
  ])
  assert.equal('visibility' in changeBody(part, plain), false, 'it cannot be changed')
})

test('a time is sent as the moment that it is where the person is', () => {
  const writing = { ...plain, scheduledAt: asLocalTime('2026-07-01T09:30:00.000Z') }

  assert.equal(threadBody(writing).scheduled_at, '2026-07-01T09:30:00.000Z')
})

test('S-617 of a scheduled thread the first alone says what it answers and quotes', () => {
  const parts = [emptyPart({ text: 'one' }), emptyPart({ text: 'two' })]
  const belongsTo = { replyTo: status({ id: '70' }), quote: status({ id: '71' }) }

  assert.deepEqual(
    threadBody({ ...plain, ...belongsTo, parts }).posts.map((post) => [
      post.status,
      post.in_reply_to_id,
      post.quoted_status_id,
    ]),
    [
      ['one', '70', '71'],
      ['two', null, null],
    ],
  )
})

test('a draft keeps what is unfinished, but neither what was posted nor empty posts behind the first', () => {
  const parts = [
    emptyPart({ text: 'sent', sentId: '1' }),
    emptyPart(),
    emptyPart({ poll: emptyPoll() }),
    emptyPart({ text: 'left' }),
  ]

  assert.deepEqual(
    draftBody({ ...plain, parts }).posts.map(({ text }) => text),
    ['left'],
  )
  assert.equal(draftBody({ ...plain, parts: [emptyPart()] }).posts.length, 1)
  assert.ok(isBlank(emptyPart({ text: ' \n', poll: { ...emptyPoll(), options: [' ', ''] } })))
  assert.ok(!isBlank(emptyPart({ spoiler_text: 'cw' })))
})

test('only what readers see makes another post of it', () => {
  const part = emptyPart({ text: 'x' })

  assert.equal(
    contentOf({ ...part, key: 'k', sentId: '1', spoiler_text: 'not shown' }),
    contentOf(part),
  )
  assert.notEqual(contentOf({ ...part, warned: true, spoiler_text: 'shown' }), contentOf(part))
  assert.notEqual(contentOf({ ...part, sensitive: true }), contentOf(part))
})
