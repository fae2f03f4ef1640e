import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { DEFAULT_SETTINGS } from '../../src/features/instance/settings.ts'
import { auditOf, deedsOf } from '../support/audit-log.ts'
import { entityOf } from '../support/entities.ts'
import { areMissing, dataUri, filesOf, pathOf, png } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/settings'

const read = async (user: TestUser) => entityOf(await user.get(PATH), 'Admin::Settings')

async function sizeOf(server: TestServer, url: string) {
  const { statusCode, rawPayload } = await server.anonymous.get(pathOf(url))
  assert.equal(statusCode, 200)
  const { width, height } = await sharp(rawPayload).metadata()
  return [width, height]
}

test('S-061, S-301: a banner that is uploaded is shown with both sizes until it is taken away', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageSettings'])
  const instance = async () => (await server.anonymous.get('/api/v2/instance')).json()
  const plain = (await instance()).thumbnail

  const fields = { file: await png(300, 200), description: 'A rook' }
  const changed = await staff.put(`${PATH}/banner`, ...(await multipart(fields)))

  const { banner } = entityOf(changed, 'Admin::Settings')
  assert.deepEqual((await instance()).thumbnail, banner)
  assert.equal(banner.description, 'A rook')
  assert.ok(banner.blurhash.length > 5)
  assert.deepEqual(await sizeOf(server, banner.versions['@1x']), [1200, 630])
  assert.deepEqual(await sizeOf(server, banner.versions['@2x']), [2400, 1260])
  assert.equal((await server.anonymous.get('/api/v1/instance')).json().thumbnail, banner.url)

  const described = await staff.put(`${PATH}/banner`, { description: 'Two rooks' })
  assert.deepEqual(described.json().banner, { ...banner, description: 'Two rooks' })
  const second = await staff.put(`${PATH}/banner`, {
    file: dataUri('image/png', await png(90, 90)),
  })
  assert.equal(second.json().banner.description, 'Two rooks')
  await server.settle()
  assert.deepEqual(await areMissing(server, Object.values(banner.versions)), [true, true])

  for (let time = 1; time <= 2; time++) {
    assert.equal(entityOf(await staff.delete(`${PATH}/banner`), 'Admin::Settings').banner, null)
  }
  await server.settle()
  assert.deepEqual(await filesOf(server), [])
  assert.deepEqual((await instance()).thumbnail, plain)
  const owner = await server.signUp('owner', { role: 'Owner' })
  assert.deepEqual(await deedsOf(owner), [
    'remove_picture banner',
    'update_picture banner',
    'update_picture banner',
    'update_picture banner',
  ])
})

test('S-301: what is no picture is refused, and leaves nothing behind', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })

  for (const [path, body] of [
    ['banner', { file: dataUri('image/png', Buffer.from('no picture')) }],
    ['banner', { description: 'of nothing' }],
    ['banner', { file: dataUri('image/png', await png(9, 9)), description: 'x'.repeat(1501) }],
    ['icon', { file: 'nonsense' }],
    ['icon', {}],
  ] as const) {
    const { statusCode, body: said } = await owner.put(`${PATH}/${path}`, body)
    assert.equal(statusCode, 422, said)
  }

  assert.deepEqual(await filesOf(server), [])
  assert.deepEqual(await auditOf(owner), [])
})

test('S-300: an icon is offered in nine sizes, and shown by pages', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const icons = async () => (await server.anonymous.get('/api/v2/instance')).json().icon
  assert.deepEqual(
    (await icons()).map(({ size }: { size: string }) => size),
    ['180x180'],
  )

  const file = dataUri('image/png', await png(100, 60))
  const { icon } = entityOf(await owner.put(`${PATH}/icon`, { file }), 'Admin::Settings')

  assert.deepEqual(await icons(), icon.sizes)
  const sides = icon.sizes.map(({ size }: { size: string }) => Number.parseInt(size, 10))
  assert.deepEqual(sides, [36, 48, 72, 96, 144, 192, 256, 384, 512])
  assert.deepEqual(await sizeOf(server, icon.sizes[0].src), [36, 36])
  assert.deepEqual(await sizeOf(server, icon.sizes[8].src), [512, 512])
  const shownAs = (side: number) =>
    pathOf(icon.sizes.find((one: { size: string }) => one.size === `${side}x${side}`).src)
  const page = (await server.anonymous.get('/about')).body
  assert.match(page, new RegExp(`rel="icon"[^>]*href="${shownAs(96)}"`))
  const { icons: installed } = (await server.anonymous.get('/site.webmanifest')).json()
  assert.deepEqual(
    installed.map(({ src }: { src: string }) => src),
    [shownAs(192), shownAs(512)],
  )
  assert.equal((await owner.delete(`${PATH}/icon`)).json().icon, null)
  await server.settle()
  assert.deepEqual(await filesOf(server), [])
})

test('S-205: settings change together and at once; what they were and are is kept', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const first = await read(owner)
  assert.equal(first.title, 'Rookery')

  const changes = {
    title: 'Nest',
    'registrations.mode': 'open',
    'trends.enabled': false,
    'registrations.min_age': 16,
    languages: ['de', 'en'],
    media_cache_size: '2 GB',
    privacy_policy: { content: '<p>Ours</p>' },
    terms_of_service: '<p>Be nice</p>',
    contact_username: 'owner',
  }
  const changed = entityOf(await owner.put(PATH, changes), 'Admin::Settings')

  assert.partialDeepStrictEqual(changed, {
    ...changes,
    media_cache_size: 2 * 1024 ** 3,
    terms_of_service: { content: '<p>Be nice</p>' },
  })
  assert.deepEqual(await read(owner), changed)
  const instance = (await server.anonymous.get('/api/v2/instance')).json()
  assert.partialDeepStrictEqual(instance, {
    title: 'Nest',
    languages: ['de', 'en'],
    registrations: { enabled: true, min_age: 16 },
  })
  const policy = (await server.anonymous.get('/api/v1/instance/privacy_policy')).json()
  assert.equal(policy.content, '<p>Ours</p>')
  const [entry] = await auditOf(owner)
  assert.deepEqual([entry.action, entry.target.type], ['update', 'setting'])
  assert.deepEqual(
    entry.details.changes.find(({ name }: { name: string }) => name === 'title'),
    { name: 'title', from: 'Rookery', to: 'Nest' },
  )
  assert.doesNotMatch(JSON.stringify(entry), /Be nice/)
})

test('S-205: what is sent back as it was read changes nothing, and is no deed', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await server.set('privacy_policy', { content: '<p>Ours</p>', updated_at: 1_700_000_000_000 })
  const { banner: _, icon: __, ...settings } = await read(owner)

  const again = entityOf(await owner.put(PATH, settings), 'Admin::Settings')

  assert.deepEqual(again, await read(owner))
  assert.equal(again.privacy_policy.updated_at, '2023-11-14T22:13:20.000Z')
  assert.deepEqual(await auditOf(owner), [])
})

test('S-030: of settings one of which cannot be, none changes, and each is told what it may be', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const before = await read(owner)

  const { statusCode, ...response } = await owner.put(PATH, {
    title: 'Nest',
    'registrations.mode': 'sometimes',
    'trends.enabled': { on: true },
    languages: ['xx'],
    banner: null,
    surprise: 1,
  })

  assert.equal(statusCode, 422)
  const { error, details } = response.json()
  assert.match(error, /^Validation failed: .*surprise is no setting/)
  assert.deepEqual(Object.keys(details).sort(), [
    'banner',
    'languages',
    'registrations.mode',
    'surprise',
    'trends.enabled',
  ])
  assert.match(details['registrations.mode'][0].description, /one of open, approval, closed/)
  assert.deepEqual(await read(owner), before)
  for (const odd of [
    '[]',
    '"x"',
    '7',
    '{"__proto__": 1}',
    '{"title": "a\\u0000b"}',
    '{"title": {}}',
  ]) {
    const answer = await owner.put(PATH, odd, { 'content-type': 'application/json' })
    assert.ok([400, 422].includes(answer.statusCode), `${odd}: ${answer.statusCode} ${answer.body}`)
  }
  assert.deepEqual(await read(owner), before)
})

test('the schema names every setting, with its default and every choice that there is', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })

  const response = await owner.get(`${PATH}/schema`)

  const { settings } = entityOf(response, 'Admin::SettingsSchema')
  const names = settings.map(({ name }: { name: string }) => name)
  assert.deepEqual(names.sort(), Object.keys(DEFAULT_SETTINGS).sort())
  assert.deepEqual(Object.keys(await read(owner)).sort(), names)
  for (const { name, kind, choices } of settings) {
    if (kind !== 'choice') continue
    const refused = await owner.put(PATH, { [name]: 'nonsense' })
    assert.equal(refused.statusCode, 422, name)
    const { details } = refused.json()
    const offered = /one of ([\w, ]+),/.exec(details[name][0].description)?.[1]
    assert.deepEqual(choices, offered?.split(', '), name)
  }
})
