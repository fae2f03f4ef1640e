import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letBeFound } from '../support/collections.ts'
import { countQueries } from '../support/count-queries.ts'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { pageAt } from './public-page.ts'

async function postPicture(user: TestUser, description: string, more: object = {}) {
  const { id } = await uploadPicture(user, { description })
  const response = await user.post('/api/v1/statuses', { status: 'look', media_ids: [id], ...more })
  assert.equal(response.statusCode, 200, response.body)
}

/** Descriptions of the pictures that stand by themselves. */
function picturesOf(html: string): string[] {
  const [, section = ''] = /<ul class="gallery">(.*?)<\/ul>/s.exec(html) ?? []
  return [...section.matchAll(/ alt="([^"]*)"/g)].map(([, alt = '']) => alt)
}

/** The page after what is kept for it has run out. */
async function anew(server: TestServer): Promise<string> {
  server.clock.now += 60_000
  return pageAt(server, '/')
}

test('S-623 the start page shows pictures and people who let themselves be found, before anything is a trend', async () => {
  await using server = await startTestServer()
  const [ada, ben] = [await server.signUp('ada'), await server.signUp('ben')]
  await letBeFound(ada)
  const birds = ['a heron', 'a wren', 'a rook']
  for (const bird of birds) await postPicture(ada, bird)
  await postPicture(ada, 'a wound', { sensitive: true })
  await postPicture(ada, 'a spider', { spoiler_text: 'spiders' })
  await postPicture(ada, 'for followers', { visibility: 'private' })
  await postPicture(ben, 'not to be found')

  const page = await anew(server)

  assert.deepEqual(picturesOf(page), birds.toReversed())
  assert.match(page, /id="people-title">Who is here/)
  const people = /<ul class="landing-people">.*?<\/ul>/s.exec(page)?.[0] ?? ''
  assert.match(people, /@ada@/)
  assert.doesNotMatch(people, /@ben@/)
  assert.match(page, /Posts by week, most recently \d+/)
  assert.match(page, /Lately here/)
})

test('S-623 what is closed to visitors is not on the start page either, at once', async () => {
  await using server = await startTestServer()
  const ada = await server.signUp('ada')
  await letBeFound(ada)
  for (const bird of ['a heron', 'a wren', 'a rook']) await postPicture(ada, bird)
  assert.equal(picturesOf(await pageAt(server, '/')).length, 3)

  await server.set('timelines.live.local', 'authenticated')
  await server.set('profile_directory', false)
  await server.set('activity_shown', false)
  const page = await pageAt(server, '/')

  assert.deepEqual(picturesOf(page), [])
  assert.doesNotMatch(page, /people-title|Posts by week|Lately here|quiet-title/)
  await server.set('timelines.live.local', 'public')
  await server.set('sign_in_required', true)
  const closed = await pageAt(server, '/')
  assert.deepEqual(picturesOf(closed), [])
  assert.doesNotMatch(closed, /people-title|Lately here/)
})

test('S-623 where nobody has posted yet, the start page says what is coming', async () => {
  await using server = await startTestServer()
  await server.signUp('ada')
  await server.set('registrations.mode', 'open')

  const page = await pageAt(server, '/')

  assert.match(page, /<div class="drawing" aria-hidden="true"><svg/)
  assert.match(page, /The nest is being built/)
  assert.match(page, /href="\/auth\/sign_up">Be among the first/)
})

test('the start page asks the database only whether somebody has an account, while the rest is kept', async () => {
  await using server = await startTestServer()
  const ada = await server.signUp('ada')
  await letBeFound(ada)
  await postPicture(ada, 'a heron')
  await pageAt(server, '/')

  const queries = await countQueries(server, () => pageAt(server, '/'))

  assert.equal(queries, 1)
})
