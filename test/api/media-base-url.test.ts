import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../support/database.ts'
import { dataUri, png, uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const CDN = 'https://media.test/files'

/** Not asked in these tests. */
const s3 = {
  bucket: 'bucket',
  prefix: '',
  endpoint: 'https://s3.test',
  region: 'us-east-1',
  pathStyle: true,
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  sessionToken: null,
}

const policyOf = async ({ anonymous }: TestServer) =>
  String((await anonymous.get('/about')).headers['content-security-policy'])

test('files have the addresses of MEDIA_BASE_URL, in entities and documents', async () => {
  await using server = await startTestServer({ mediaBaseUrl: CDN })
  const alice = await server.signUp('alice')
  const picture = dataUri('image/png', await png(400, 400))
  await alice.patch('/api/v1/accounts/update_credentials', { avatar: picture })
  const { id, url, preview_url } = await uploadPicture(alice)
  const status = await alice.publish('look', { media_ids: [id] })

  assert.match(url, /^https:\/\/media\.test\/files\/media\/[0-9a-f]{2}\//)
  assert.match(preview_url, /^https:\/\/media\.test\/files\/previews\//)
  assert.match(status.account.avatar, /^https:\/\/media\.test\/files\/avatars\//)
  const headers = { accept: 'application/activity+json' }
  const read = (url: string) => server.http.inject({ url, headers })
  const note = await read(new URL(status.uri).pathname)
  assert.equal(note.json().attachment[0].url, url)
  const actor = await read('/users/alice')
  assert.match(actor.json().icon.url, /^https:\/\/media\.test\/files\/avatars\//)
  const policy = await policyOf(server)
  assert.match(policy, /img-src 'self' data: https:\/\/media\.test;/)
  assert.match(policy, /media-src 'self' https:\/\/media\.test;/)
})

test('an address of before leads to the new one, but for what nobody may see', async () => {
  await using server = await startTestServer({ mediaBaseUrl: CDN, s3 })
  const name = `abcd${'0'.repeat(28)}`

  const moved = await server.anonymous.get(`/system/media/ab/cd/${name}.png`)
  assert.equal(moved.statusCode, 302)
  assert.equal(moved.headers.location, `${CDN}/media/ab/cd/${name}.png`)
  for (const path of [`transfers/ab/cd/${name}.zip`, `media/ab/cd/${name}.bin`, '../x', 'owner']) {
    const { statusCode, headers } = await server.anonymous.get(`/system/${path}`)
    assert.equal(statusCode, 404, path)
    assert.equal(headers.location, undefined)
  }
})

test('another MEDIA_BASE_URL holds from the next start on', async () => {
  const database = await openTestDatabase()
  const lent = { ...database, async [Symbol.asyncDispose]() {} }
  try {
    const before = await startTestServer({ mediaBaseUrl: CDN }, { database: lent })
    const alice = await before.signUp('alice')
    const { id } = await uploadPicture(alice)
    const status = await alice.publish('look', { media_ids: [id] })
    const path = `/api/v1/statuses/${status.id}`
    assert.match(
      (await before.anonymous.get(path)).json().media_attachments[0].url,
      /^https:\/\/media/,
    )
    await before[Symbol.asyncDispose]()

    await using server = await startTestServer({}, { database: lent })
    const [media] = (await server.anonymous.get(path)).json().media_attachments
    assert.match(media.url, /^https:\/\/rookery\.test\/system\/media\//)
  } finally {
    await database[Symbol.asyncDispose]()
  }
})
