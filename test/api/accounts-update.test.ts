import assert from 'node:assert/strict'
import { test } from 'node:test'
import { picture } from '../support/media-samples.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const UPDATE = '/api/v1/accounts/update_credentials'

const png = () => picture(60, 40).png().toBuffer()

function multipart(parts: Record<string, string | Buffer>) {
  const boundary = '----sixteen-hares'
  const chunks = Object.entries(parts).flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="../a.png"\r\ncontent-type: image/png'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  const payload = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

test('a profile changes as given in JSON, and only that', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const first = await alice.patch(UPDATE, {
    display_name: '  Alice in Wonderland ',
    note: 'see https://example.com',
    bot: true,
    discoverable: true,
    indexable: true,
    hide_collections: true,
    attribution_domains: ['https://Example.com/', 'news.example'],
    avatar_description: 'a hare',
  })
  const second = await alice.put(UPDATE, { locked: true })

  assert.equal(first.statusCode, 200, first.body)
  assert.partialDeepStrictEqual(second.json(), {
    display_name: 'Alice in Wonderland',
    bot: true,
    locked: true,
    discoverable: true,
    indexable: true,
    noindex: false,
    hide_collections: true,
    avatar_description: 'a hare',
    source: {
      note: 'see https://example.com',
      attribution_domains: ['example.com', 'news.example'],
      discoverable: true,
      indexable: true,
      hide_collections: true,
    },
  })
  assert.match(second.json().note, /<a href="https:\/\/example\.com"/)
})

test('everybody sees the change at once; settings change nothing that others see', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const version = async () => {
    const account = server.app.db.selectFrom('account').select('version').where('id', '=', alice.id)
    return (await account.executeTakeFirstOrThrow()).version
  }
  await server.anonymous.get(`/api/v1/accounts/${alice.id}`)
  const before = await version()

  await alice.patch(UPDATE, { display_name: 'New' })
  await alice.patch(UPDATE, { source: { privacy: 'private' } })
  const seen = await server.anonymous.get(`/api/v1/accounts/${alice.id}`)

  assert.equal(seen.json().display_name, 'New')
  assert.equal(await version(), before + 1)
})

test('S-003 fields come as a list or as a hash with numbers; blank ones are dropped', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const fields = [
    { name: 'web', value: 'https://alice.example' },
    { name: '', value: '' },
    { name: 'cat', value: 'yes' },
  ]
  const expected = [
    { name: 'web', value: 'https://alice.example', verified_at: null },
    { name: 'cat', value: 'yes', verified_at: null },
  ]

  const asList = await alice.patch(UPDATE, { fields_attributes: fields })
  const cleared = await alice.patch(UPDATE, { fields_attributes: [] })
  const asHash = await alice.patch(UPDATE, { fields_attributes: { ...fields } })
  const form = new URLSearchParams()
  for (const [at, { name, value }] of fields.entries()) {
    form.append(`fields_attributes[${at}][name]`, name)
    form.append(`fields_attributes[${at}][value]`, value)
  }
  const asForm = await alice.patch(UPDATE, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })

  assert.deepEqual(asList.json().source.fields, expected)
  assert.deepEqual(cleared.json().source.fields, [])
  assert.deepEqual(asHash.json().source.fields, expected)
  assert.deepEqual(asForm.json().source.fields, expected)
  assert.match(asForm.json().fields[0].value, /<a href="https:\/\/alice\.example"/)
})

test('S-289 what breaks a limit answers 422 with details, and nothing changes', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const field = (name: string, value: string) => ({ name, value })
  const wrong: [string, string, object][] = [
    ['display_name', 'ERR_TOO_LONG', { display_name: 'x'.repeat(41) }],
    ['note', 'ERR_TOO_LONG', { note: 'x'.repeat(501) }],
    ['fields', 'ERR_TOO_MANY', { fields_attributes: Array(5).fill(field('a', 'b')) }],
    ['fields', 'ERR_TOO_LONG', { fields_attributes: [field('x'.repeat(256), 'b')] }],
    ['fields', 'ERR_TOO_LONG', { fields_attributes: [field('a', 'x'.repeat(256))] }],
    ['fields', 'ERR_INVALID', { fields_attributes: [field('', 'nameless')] }],
    ['avatar_description', 'ERR_TOO_LONG', { avatar_description: 'x'.repeat(151) }],
    ['header_description', 'ERR_TOO_LONG', { header_description: 'x'.repeat(151) }],
    ['attribution_domains', 'ERR_INVALID', { attribution_domains: ['not a domain'] }],
    ['avatar', 'ERR_INVALID', { avatar: 'data:image/png;base64,not base64' }],
    ['avatar', 'ERR_INVALID', { avatar: 'hello' }],
    ['language', 'ERR_INVALID', { source: { language: 'no such' } }],
  ]

  for (const [name, code, body] of wrong) {
    const response = await alice.patch(UPDATE, { locked: true, ...body })
    assert.equal(response.statusCode, 422, JSON.stringify(body))
    const { error, details } = response.json()
    assert.match(error, /^Validation failed: /)
    assert.equal(details[name]?.[0]?.error, code, response.body)
    assert.equal(typeof details[name][0].description, 'string')
  }
  assert.equal((await alice.patch(UPDATE, { source: { privacy: 'direct' } })).statusCode, 422)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).json().locked, false)
})

test('S-289 a biography counts addresses as 23 characters and mentions without their domain', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const address = `https://example.com/${'x'.repeat(300)}`

  const fits = await alice.patch(UPDATE, { note: `${'x'.repeat(470)} ${address} @a@b.test` })
  const tooLong = await alice.patch(UPDATE, { note: `${'x'.repeat(475)} ${address} @a@b.test` })

  assert.equal(fits.statusCode, 200, fits.body)
  assert.equal(tooLong.statusCode, 422)
})

test('S-346 pictures come as files or as base64, and the files they replace go', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { payload, headers } = multipart({
    avatar: await png(),
    'source[privacy]': 'unlisted',
  })
  const uri = `data:image/jpeg;base64,${(await picture(60, 40).jpeg().toBuffer()).toString('base64')}`

  const first = await alice.patch(UPDATE, payload, headers)
  const second = await alice.patch(UPDATE, { avatar: uri, header: uri })
  const blank = await alice.patch(UPDATE, { avatar: '' })
  await server.settle()

  assert.equal(first.statusCode, 200, first.body)
  assert.match(first.json().avatar, /\/system\/avatars\/[0-9a-f/]+\.png$/)
  assert.equal(first.json().avatar_static, first.json().avatar)
  assert.equal(first.json().source.privacy, 'unlisted')
  assert.equal(second.statusCode, 200, second.body)
  assert.match(second.json().avatar, /\.jpg$/)
  assert.match(second.json().header, /\/system\/headers\/[0-9a-f/]+\.jpg$/)
  assert.equal(blank.json().avatar, second.json().avatar)
  assert.equal(await isStored(server, first.json().avatar), false)
  assert.equal(await isStored(server, second.json().avatar), true)
})

test('a picture whose change is refused leaves no file behind', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const stored: string[] = []
  const { storage } = server.app
  const put = storage.put.bind(storage)
  storage.put = async (key, data) => {
    stored.push(key)
    await put(key, data)
  }
  const avatar = `data:image/png;base64,${(await png()).toString('base64')}`

  const response = await alice.patch(UPDATE, { avatar, display_name: 'x'.repeat(41) })

  assert.equal(response.statusCode, 422)
  for (const key of stored) assert.equal(await storage.open(key), null)
})

test('DELETE of avatar and header brings the default pictures back, twice as well', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const uri = `data:image/png;base64,${(await png()).toString('base64')}`
  const before = await alice.patch(UPDATE, { avatar: uri, header: uri })

  for (const kind of ['avatar', 'header', 'avatar'] as const) {
    const response = await alice.delete(`/api/v1/profile/${kind}`)
    assert.equal(response.statusCode, 200, response.body)
    assert.match(response.json()[kind], new RegExp(`/assets/${kind}\\.png$`))
    assert.ok(response.json().source)
  }
  await server.settle()
  assert.equal(await isStored(server, before.json().avatar), false)
  assert.equal(await isStored(server, before.json().header), false)
})

async function isStored({ app }: TestServer, url: string): Promise<boolean> {
  const file = await app.storage.open(url.slice(url.indexOf('/system/') + '/system/'.length))
  await file?.close()
  return file !== null
}
