import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { tableRows } from '../../conformance/spec/surface.ts'
import { sections } from '../../src/features/reference/operations/all.ts'
import { startTestServer } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The promised features, each with the test that proves it from request to effect. */
const MATRIX: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'keyword filters': [
    'test/api/filters-matching.test.ts',
    'S-110 S-111 S-112 S-113 all that a status says is looked at, for every filter, whatever its context',
  ],
  'filters on single posts': [
    'test/api/filters-matching.test.ts',
    'S-107 S-114 a status is filtered by its id, a reblog by its own or its original’s',
  ],
  'followed hashtags with pagination': [
    'test/api/followed-tags.test.ts',
    'S-236 followed hashtags come in pages, the latest first, at the same cost',
  ],
  'custom roles': [
    'test/api/admin-roles.test.ts',
    'S-062, S-066: a role is made, shown on its people at once, changed and removed',
  ],
  'soft deletion': [
    'test/api/statuses-soft-deletion.test.ts',
    'S-151, S-152 what was reported is shown to the staff with text, poll and media after its deletion',
  ],
  'server description with banner': [
    'test/api/admin-settings.test.ts',
    'S-061, S-301: a banner that is uploaded is shown with both sizes until it is taken away',
  ],
  'translation with a pluggable backend': [
    'test/api/translation.test.ts',
    'S-355 all that a status says is translated in one request, and kept',
  ],
  'language filter of a follow': [
    'test/api/timelines-home.test.ts',
    'S-283 languages chosen for a follow decide what of it comes home; without language all does',
  ],
  'timeline read markers': [
    'test/api/markers.test.ts',
    'S-349 GET gives the markers that exist among those asked for',
  ],
  'languages of trends': [
    'test/api/trends.test.ts',
    'S-243 one’s languages come first, and nobody meets whom they block or mute',
  ],
  polls: [
    'test/api/polls.test.ts',
    'S-342 a vote is shown as one’s own and counted; it is one on a single, several on a multiple poll',
  ],
  'scheduled statuses': [
    'test/api/scheduled-statuses.test.ts',
    'S-345 a status is kept as it was sent and published at its time, once',
  ],
  'profile directory': [
    'test/api/directory.test.ts',
    'S-351 the directory shows who lets themselves be found: who posted last, or came last',
  ],
  preferences: ['test/api/accounts.test.ts', 'S-350 preferences follow what was chosen'],
  'secure mode': [
    'test/federation/gate.test.ts',
    'S-415 S-416 in secure mode a document is for those who sign',
  ],
  'limited federation': [
    'test/federation/domains-limited.test.ts',
    'S-425 in limited federation only allowed domains are heard and spoken to, by their exact name',
  ],
  'featured tags with federation': [
    'test/federation/two-servers/interactions.test.ts',
    'tags that a profile features are featured on both',
  ],
  'privacy policy': [
    'test/api/instance-texts.test.ts',
    'S-306 there is a privacy policy before the operator writes one',
  ],
}

test('S-061: each capability of the brief has the test that proves it', async () => {
  const missing: string[] = []
  for (const [capability, [file, name]] of Object.entries(MATRIX)) {
    const text = await readFile(join(ROOT, file), 'utf8')
    if (!text.includes(`'${name}'`)) missing.push(capability)
  }

  assert.deepEqual(missing, [])
})

test('S-060: every operation of the brief is there, of both versions on one host', async () => {
  await using server = await startTestServer()
  const shape = (name: string) => name.replace(/:\w+/g, ':')
  const routes = new Set(
    server.http.routeList.flatMap(({ method, url }) =>
      [method].flat().map((name) => shape(`${name} ${url}`)),
    ),
  )
  const file = await readFile(join(ROOT, 'docs/spec/surface.tsv'), 'utf8')
  const ofBrief = tableRows(file).filter(({ brief }) => brief === 'yes')
  assert.ok(ofBrief.length > 250)
  const missing = ofBrief
    .map(({ method, path }) => `${method} ${path}`)
    // streams over a WebSocket are no routes: see streaming-websocket.test.ts
    .filter((name) => !name.startsWith('WS ') && !routes.has(shape(name)))

  assert.deepEqual(missing, [])
  const versions = new Set(
    sections.flatMap(({ operations }) =>
      Object.keys(operations).map((name) => / \/api\/(v\d)\//.exec(name)?.[1]),
    ),
  )
  assert.ok(versions.has('v1') && versions.has('v2'))
})
