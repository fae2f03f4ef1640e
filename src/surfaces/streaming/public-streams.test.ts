import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broadcastsOf, type Published } from './public-streams.ts'

const channels = (status: Partial<Published>) =>
  broadcastsOf({ local: true, hasMedia: false, repliesToOther: false, tags: [], ...status })
    .map((broadcast) => broadcast.channel)
    .sort()

test('S-467 a public status is on the streams of its origin, media or not', () => {
  assert.deepEqual(channels({}), ['public', 'public:local'])
  assert.deepEqual(channels({ local: false }), ['public', 'public:remote'])
  assert.deepEqual(channels({ hasMedia: true }), [
    'public',
    'public:local',
    'public:local:media',
    'public:media',
  ])
  assert.deepEqual(channels({ local: false, hasMedia: true }), [
    'public',
    'public:media',
    'public:remote',
    'public:remote:media',
  ])
})

test('S-467 a status is under each of its tags, under the local ones only if it is local', () => {
  assert.deepEqual(channels({ tags: ['a', 'b'], repliesToOther: true }), [
    'hashtag a',
    'hashtag b',
    'hashtag:local a',
    'hashtag:local b',
  ])
  assert.deepEqual(channels({ tags: ['a'], repliesToOther: true, local: false }), ['hashtag a'])
})
