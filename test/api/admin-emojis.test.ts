import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { saveRemoteEmojis } from '../../src/features/emojis/remote.ts'
import { auditOf, deedsOf } from '../support/audit-log.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { areMissing, dataUri, filesOf, png } from '../support/media-api.ts'
import { movingPicture } from '../support/media-samples.ts'
import { multipart } from '../support/multipart.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/custom_emojis'

const picture = async (side = 20) => dataUri('image/png', await png(side, side))

async function add(user: TestUser, shortcode: string, more: Record<string, unknown> = {}) {
  const response = await user.post(PATH, { shortcode, file: await picture(), ...more })
  return entityOf(response, 'Admin::CustomEmoji')
}

/** An emoji of another server, as a post brings it. @returns its id */
async function receive({ app }: TestServer, domain: string, shortcode: string, imageUrl: string) {
  const emoji = {
    shortcode,
    uri: `https://${domain}/emojis/${shortcode}`,
    imageUrl,
    updatedAt: null,
  }
  await app.transact((tx) => saveRemoteEmojis(tx, domain, [emoji]))
  const { id } = await app.db
    .selectFrom('custom_emoji')
    .select('id')
    .where('domain', '=', domain)
    .where('shortcode', '=', shortcode)
    .executeTakeFirstOrThrow()
  return id
}

test('S-352: an emoji that the staff adds, hides, disables or removes is so everywhere at once', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageCustomEmojis'])
  const alice = await server.signUp('alice')
  const fields = { shortcode: 'rook', category: 'Birds', file: await png(20, 10) }
  const made = entityOf(await staff.post(PATH, ...(await multipart(fields))), 'Admin::CustomEmoji')
  assert.partialDeepStrictEqual(made, {
    shortcode: 'rook',
    domain: null,
    category: 'Birds',
    visible_in_picker: true,
    disabled: false,
    uses: 0,
  })
  const { id: statusId } = await alice.publish('hello :rook:')
  const url = `${PATH}/${made.id}`
  const inStatus = async () =>
    (await alice.get(`/api/v1/statuses/${statusId}`))
      .json()
      .emojis.map((emoji: { url: string }) => emoji.url)
  const listed = async () => (await server.anonymous.get('/api/v1/custom_emojis')).json().length
  const change = async (body: Record<string, unknown>) =>
    entityOf(await staff.put(url, body), 'Admin::CustomEmoji')
  assert.deepEqual([await inStatus(), await listed()], [[made.url], 1])

  const hidden = await change({ visible_in_picker: false, category: '' })
  assert.deepEqual([hidden.visible_in_picker, hidden.category], [false, null])
  assert.deepEqual([await inStatus(), await listed()], [[made.url], 0])
  await change({ disabled: true })
  assert.deepEqual(await inStatus(), [])
  await change({ disabled: false, visible_in_picker: true })

  const moving = dataUri('image/gif', await movingPicture(12, 12).gif().toBuffer())
  const replaced = await change({ file: moving })
  assert.notEqual(replaced.static_url, replaced.url)
  assert.deepEqual(await inStatus(), [replaced.url])
  await server.settle()
  assert.deepEqual(await areMissing(server, [made.url, replaced.url]), [true, false])

  const gone = await staff.delete(url)
  assert.deepEqual([gone.statusCode, gone.json()], [200, {}])
  assert.deepEqual([await inStatus(), await listed()], [[], 0])
  await server.settle()
  assert.deepEqual(await filesOf(server), [])
  assert.equal((await staff.delete(url)).statusCode, 404)
})

test('S-205: what is done to emoji is kept, from what to what', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const { id } = await add(owner, 'rook')
  await owner.put(`${PATH}/${id}`, { category: 'Birds', disabled: false })
  await owner.put(`${PATH}/${id}`, { category: 'Birds' })
  await owner.delete(`${PATH}/${id}`)

  assert.deepEqual(await deedsOf(owner), ['delete :rook:', 'update :rook:', 'create :rook:'])
  const [, { details }] = await auditOf(owner)
  assert.deepEqual(details, { changes: { category: { from: null, to: 'Birds' } } })
})

test('S-521: an emoji is a picture of 256 KiB at most, under a name of its own', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await add(owner, 'rook')
  const before = await filesOf(server)
  const file = await picture()
  const large = Buffer.concat([await png(10, 10), Buffer.alloc(262_144)])

  for (const [wrong, why] of [
    [{ shortcode: 'rook', file }, /already been taken/],
    [{ shortcode: 'r', file }, /2 to 128/],
    [{ shortcode: 'no way', file }, /2 to 128/],
    [{ shortcode: 'crow' }, /file/],
    [{ file }, /shortcode/],
    [{ shortcode: 'crow', file: dataUri('image/png', large) }, /too large/],
    [{ shortcode: 'crow', file: dataUri('image/png', Buffer.from('<svg/>')) }, /type/],
    [{ shortcode: 'crow', file, category: 'x'.repeat(101) }, /too long/],
  ] as const) {
    const { statusCode, body } = await owner.post(PATH, wrong)
    assert.equal(statusCode, 422, body)
    assert.match(body, why)
  }

  assert.deepEqual(await filesOf(server), before, 'what was stored for nothing is gone')
  assert.equal((await owner.get(PATH)).json().length, 1)
})

test('the list is filtered by server, part of a name, category and state', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const image = 'https://a.test/x.png'
  const rook = (await add(owner, 'Rook_fly', { category: 'Birds' })).id
  const crow = (await add(owner, 'crow', { disabled: true })).id
  const away = await receive(server, 'a.test', 'rookie', image)
  const off = await receive(server, 'b.test', 'crowd', image)
  const list = async (query: string) =>
    idsOf(entityOf(await owner.get(`${PATH}?${query}`), 'Admin::CustomEmoji[]'))

  assert.deepEqual(await list(''), [off, away, crow, rook])
  assert.deepEqual(await list('local=true'), [crow, rook])
  assert.deepEqual(await list('local=false'), [off, away])
  assert.deepEqual(await list('domain=A.test'), [away])
  assert.deepEqual(await list('shortcode=rook'), [away, rook])
  assert.deepEqual(await list('shortcode=:rook_:'), [rook], 'no wildcard')
  assert.deepEqual(await list('shortcode=%25'), [])
  assert.deepEqual(await list('category=Birds'), [rook])
  assert.deepEqual(await list('disabled=true'), [crow])
  const page = await owner.get(`${PATH}?local=true&limit=1`)
  assert.deepEqual(idsOf((await owner.get(linksOf(page).next!)).json()), [rook])
})

test('emoji of one server among all are found by an index', { skip: !ON_SQLITE }, async () => {
  await using server = await startTestServer()
  for (const condition of ['domain is null', "domain = 'a.test'"]) {
    const plan = await sql<{ detail: string }>`
      explain query plan select * from custom_emoji
      where ${sql.raw(condition)} and id > '1' and id < '2' order by id desc limit 40`.execute(
      server.app.db,
    )
    const said = plan.rows.map(({ detail }) => detail).join('; ')
    assert.match(said, /USING INDEX custom_emoji_domain_id/)
    assert.doesNotMatch(said, /SORT|TEMP/)
  }
})

test('how often people react with an emoji is counted', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  const { id } = await add(owner, 'rook')
  const status = await alice.publish('hello')
  for (const user of [owner, alice]) {
    const reaction = `/api/v1/pleroma/statuses/${status.id}/reactions/rook`
    assert.equal((await user.put(reaction)).statusCode, 200)
  }

  assert.equal(entityOf(await owner.get(`${PATH}/${id}`), 'Admin::CustomEmoji').uses, 2)
})

test('an emoji of another server is disabled, and copied with a picture of its own', async () => {
  await using server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  const owner = await server.signUp('owner', { role: 'Owner' })
  const bytes = await png(30, 30)
  const peer = createServer((request, reply) =>
    request.url === '/rook.png' ? reply.end(bytes) : reply.writeHead(404).end(),
  ).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => peer.once('listening', resolve))
    const origin = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
    const id = await receive(server, 'a.test', 'rook', `${origin}/rook.png`)
    const missing = await receive(server, 'a.test', 'gone', `${origin}/gone.png`)

    const copy = await owner.post(`${PATH}/${id}/copy`, { category: 'Birds' })

    const made = entityOf(copy, 'Admin::CustomEmoji')
    assert.partialDeepStrictEqual(made, { shortcode: 'rook', domain: null, category: 'Birds' })
    assert.deepEqual(await areMissing(server, [made.url]), [false])
    assert.equal((await owner.post(`${PATH}/${id}/copy`)).statusCode, 422, 'taken')
    const other = await owner.post(`${PATH}/${id}/copy`, { shortcode: 'other_rook' })
    assert.equal(entityOf(other, 'Admin::CustomEmoji').shortcode, 'other_rook')
    assert.equal((await owner.post(`${PATH}/${made.id}/copy`)).statusCode, 422, 'of this server')
    assert.equal((await owner.post(`${PATH}/${missing}/copy`)).statusCode, 404)
    assert.equal((await filesOf(server)).length, 2)

    const disabled = await owner.put(`${PATH}/${id}`, { disabled: true })
    assert.equal(entityOf(disabled, 'Admin::CustomEmoji').disabled, true)
    assert.equal((await owner.put(`${PATH}/${id}`, { category: 'x' })).statusCode, 422)
    assert.equal((await owner.put(`${PATH}/${id}`, { file: await picture() })).statusCode, 422)
    assert.equal((await owner.post(`${PATH}/${id}/copy`, { shortcode: 'third' })).statusCode, 404)
    assert.equal((await owner.delete(`${PATH}/${id}`)).statusCode, 200)
    assert.equal((await filesOf(server)).length, 2)
    const [first] = await auditOf(owner, { action: 'copy' })
    assert.deepEqual(
      [first.target.label, first.details],
      [':other_rook:', { from: ':rook:@a.test' }],
    )
  } finally {
    peer.close()
  }
})
