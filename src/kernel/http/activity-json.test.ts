import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantsActivityJson } from './activity-json.ts'

test('both media types of Activity Streams ask for it', () => {
  const asking = [
    'application/activity+json',
    'Application/Activity+JSON; charset=utf-8',
    'application/ld+json; profile="https://www.w3.org/ns/activitystreams"',
    'application/ld+json;profile="a, b",application/json',
    'application/activity+json, text/html;q=0.1',
    'text/html;q=0.5, application/activity+json;q=0.9',
  ]
  for (const accept of asking) assert.equal(wantsActivityJson(accept), true, accept)
})

test('who would rather have a page, or says nothing of it, does not', () => {
  const others = [
    undefined,
    '',
    '*/*',
    'application/json',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'text/html, application/activity+json;q=0.5',
    'application/activity+json;q=0',
  ]
  for (const accept of others) assert.equal(wantsActivityJson(accept), false, String(accept))
})
