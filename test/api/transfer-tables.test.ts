import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STEP } from '../../src/features/transfer/imports/choices.ts'
import { jobs } from '../../src/features/transfer/jobs.ts'
import { countQueries } from '../support/count-queries.ts'
import { multipart } from '../support/multipart.ts'
import { startNetwork } from '../support/network.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const EXPORTS = '/api/rookery/v1/exports'
const IMPORTS = '/api/rookery/v1/imports'

async function upload(user: TestUser, type: string, csv: string, more = {}) {
  const response = await user.post(
    IMPORTS,
    ...(await multipart({ type, ...more, file: Buffer.from(csv) })),
  )
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function confirm(server: TestServer, user: TestUser, id: string, body = {}) {
  const begun = await user.post(`${IMPORTS}/${id}/confirm`, body)
  assert.equal(begun.statusCode, 200, begun.body)
  await server.settle()
  return (await user.get(`${IMPORTS}/${id}`)).json()
}

async function exported(user: TestUser, name: string): Promise<string> {
  const response = await user.get(`${EXPORTS}/${name}.csv`)
  assert.equal(response.statusCode, 200, response.body)
  return response.body
}

const linesOf = (csv: string) => csv.split('\n').toSorted()

test('what is exported as CSV can be imported again and is the same', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const others = await Promise.all(['bob', 'carol', 'dave'].map((name) => server.signUp(name)))
  const [bob, carol, dave] = others as [TestUser, TestUser, TestUser]
  await alice.follow(bob, { reblogs: false, notify: true, languages: ['de', 'fr'] })
  await alice.follow(carol)
  await bob.follow(alice)
  await alice.post(`/api/v1/accounts/${dave.id}/block`)
  await alice.post(`/api/v1/accounts/${carol.id}/mute`, { notifications: false })
  await alice.post('/api/v1/domain_blocks', { domain: 'spam.example' })
  const { id, uri } = await bob.publish('worth keeping')
  await alice.post(`/api/v1/statuses/${id}/bookmark`)

  for (const [title, member] of [
    ['Friends, near', bob],
    ['Others', carol],
  ] as const) {
    const list = (await alice.post('/api/v1/lists', { title })).json()
    await alice.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [member.id] })
  }

  const tables = {
    following: `Account address,Show boosts,Notify on new posts,Languages
bob@rookery.test,false,true,"de, fr"
carol@rookery.test,true,false,
`,
    followers: 'Account address\nbob@rookery.test\n',
    blocks: 'dave@rookery.test\n',
    mutes: 'Account address,Hide notifications\ncarol@rookery.test,false\n',
    domain_blocks: 'spam.example\n',
    bookmarks: `${uri}\n`,
    lists: '"Friends, near",bob@rookery.test\nOthers,carol@rookery.test\n',
  }
  for (const [name, csv] of Object.entries(tables)) {
    const response = await alice.get(`${EXPORTS}/${name}.csv`)
    assert.equal(response.body, csv)
    assert.match(response.headers['content-type'] as string, /^text\/csv/)
    assert.match(
      response.headers['content-disposition'] as string,
      /^attachment; filename=".+\.csv"/,
    )
  }

  const eve = await server.signUp('eve')
  const types = {
    following: 'following',
    blocks: 'blocking',
    mutes: 'muting',
    domain_blocks: 'domain_blocking',
    bookmarks: 'bookmarks',
    lists: 'lists',
  } as const
  for (const [name, type] of Object.entries(types)) {
    const csv = tables[name as keyof typeof types]
    const { id } = await upload(eve, type, csv)
    const done = await confirm(server, eve, id)
    assert.partialDeepStrictEqual(done, { state: 'finished', failed_items: 0 })
    assert.equal(done.imported_items, done.total_items)
    // rows are brought in as their servers answer
    assert.deepEqual(linesOf(await exported(eve, name)), linesOf(csv))
  }
  assert.equal(await exported(eve, 'followers'), 'Account address\n')
})

test('exports and imports are their owner’s, and for tokens with the scope', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await upload(alice, 'blocking', 'bob@rookery.test\n')

  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/confirm'],
    ['POST', '/cancel'],
    ['GET', '/failures.csv'],
  ] as const) {
    const foreign = await bob.send(method, `${IMPORTS}/${id}${path}`)
    const unknown = await bob.send(method, `${IMPORTS}/1${path}`)
    assert.equal(foreign.statusCode, 404)
    assert.equal(foreign.body, unknown.body)
    assert.equal((await server.anonymous.send(method, `${IMPORTS}/${id}${path}`)).statusCode, 401)
  }
  assert.deepEqual((await bob.get(IMPORTS)).json(), [])
  const follower = await server.tokenFor(alice, 'write:follows read:mutes')
  assert.equal((await follower.get(`${IMPORTS}/${id}`)).statusCode, 403)
  assert.deepEqual((await follower.get(IMPORTS)).json(), [])
  const file = await multipart({ type: 'blocking', file: Buffer.from('bob@rookery.test') })
  assert.equal((await follower.post(IMPORTS, ...file)).statusCode, 403)
  assert.equal((await follower.get(`${EXPORTS}/mutes.csv`)).statusCode, 200)
  assert.equal((await follower.get(`${EXPORTS}/blocks.csv`)).statusCode, 403)
  assert.equal((await server.anonymous.get(`${EXPORTS}/blocks.csv`)).statusCode, 401)
})

test('every way that servers write such files is read, and what is wrong is told by row', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  await server.signUp('carol')
  const bob = 'bob@rookery.test'

  // Mastodon with a byte order mark and Windows line ends; Pleroma in one line; Misskey; an old Mastodon
  for (const csv of [
    `\uFEFFAccount address,Show boosts\r\n${bob},true\r\n@carol@rookery.test,true\r\n`,
    `${bob}, carol@rookery.test`,
    `@${bob},withReplies=false\n@Carol@Rookery.test,withReplies=true`,
    `\n${bob}\n\nhttps://rookery.test/users/carol\n${bob}\n`,
  ]) {
    const { id, total_items, problems } = await upload(alice, 'following', csv)
    assert.equal(total_items, 2, csv)
    assert.deepEqual(problems, [], csv)
    await alice.post(`${IMPORTS}/${id}/cancel`)
  }

  const mixed = await upload(
    alice,
    'following',
    `Account address\n${bob}\nno address\n"alice@rookery.test"\nnobody@rookery.test\n`,
  )
  assert.partialDeepStrictEqual(mixed, { state: 'unconfirmed', total_items: 4, failed_items: 1 })
  assert.deepEqual(mixed.problems, [
    { line: 3, text: 'no address', error: 'This is no address of an account' },
  ])
  assert.equal((await alice.get(`/api/v1/accounts/${alice.id}/following`)).json().length, 0)

  const done = await confirm(server, alice, mixed.id)
  assert.partialDeepStrictEqual(done, {
    state: 'finished',
    processed_items: 4,
    imported_items: 1,
    failed_items: 3,
  })
  const failures = await alice.get(`${IMPORTS}/${mixed.id}/failures.csv`)
  assert.deepEqual(
    failures.body
      .trim()
      .split('\n')
      .map((line) => line.split(',').slice(0, 2).join()),
    ['Account address,Line', 'no address,3', 'alice@rookery.test,4', 'nobody@rookery.test,5'],
  )

  for (const [fields, status] of [
    [{ type: 'following', file: Buffer.from('nothing here\n') }, 422],
    [{ type: 'following', file: Buffer.from(`a@b.example\n`.repeat(1)), mode: 'replace' }, 422],
    [{ type: 'nothing', file: Buffer.from(bob) }, 422],
    [{ type: 'following' }, 422],
    [
      {
        type: 'following',
        file: Buffer.from(Array.from({ length: 20_001 }, (_, n) => `a${n}@b.example\n`).join('')),
      },
      422,
    ],
    [{ type: 'following', file: Buffer.from(`${'x'.repeat(20_000)}@b.example\n`) }, 422],
    [{ type: 'archive', file: Buffer.from('no zip') }, 200],
  ] as const) {
    const response = await alice.post(IMPORTS, ...(await multipart(fields as never)))
    assert.equal(response.statusCode, status, response.body)
  }
  await server.settle()
  const [archive] = (await alice.get(IMPORTS)).json()
  assert.partialDeepStrictEqual(archive, {
    state: 'failed',
    error: 'The file is no ZIP archive that can be read',
  })
})

test('an import that overwrites ends what its file does not name, one that merges nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const [bob, carol] = [await server.signUp('bob'), await server.signUp('carol')]
  await server.signUp('dave')
  await alice.follow(bob)
  await alice.follow(carol, { notify: true })
  await alice.post('/api/v1/domain_blocks', { domain: 'old.example' })
  const names = async () => (await exported(alice, 'following')).match(/^\w+(?=@)/gm)

  const merged = await upload(alice, 'following', 'dave@rookery.test\n')
  await confirm(server, alice, merged.id)
  assert.deepEqual(await names(), ['bob', 'carol', 'dave'])

  const { id } = await upload(alice, 'following', '@Carol@rookery.test\n', { mode: 'overwrite' })
  await confirm(server, alice, id)
  assert.deepEqual(await names(), ['carol'])
  // what its row does not say stays
  assert.match(await exported(alice, 'following'), /^carol@rookery.test,true,true,$/m)
  const domains = await upload(alice, 'domain_blocking', '#domain,#severity\nnew.example,suspend\n')
  await confirm(server, alice, domains.id, { mode: 'overwrite' })
  assert.equal(await exported(alice, 'domain_blocks'), 'new.example\n')
  // who is in a list is followed
  for (const [csv, mode] of [
    ['A,bob@rookery.test\nB,bob@rookery.test\n', 'merge'],
    ['B,dave@rookery.test\nA,bob@rookery.test', 'overwrite'],
  ]) {
    const lists = await upload(alice, 'lists', csv!, { mode })
    await confirm(server, alice, lists.id)
  }
  assert.deepEqual(linesOf(await exported(alice, 'lists')), [
    '',
    'A,bob@rookery.test',
    'B,dave@rookery.test',
  ])
  assert.deepEqual(await names(), ['carol', 'bob', 'dave'])
})

test('an import goes on after a kill, is done once, and can be cancelled', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  const csv = Array.from({ length: 120 }, (_, n) => `d${n}.example\n`).join('')
  const { id } = await upload(alice, 'domain_blocking', csv)
  await alice.post(`${IMPORTS}/${id}/confirm`)
  const step = jobs[STEP]!

  // the same step twice at once, as after a lease that was lost
  await Promise.all([1, 2].map((attempt) => step.run(server.app, { importId: id }, attempt)))
  const half = (await alice.get(`${IMPORTS}/${id}`)).json()
  const { imported_items: imported } = half
  assert.partialDeepStrictEqual(half, { state: 'running', processed_items: imported })
  // the second one may find some rows done when it looks for its own fifty
  assert.ok(imported >= 50 && imported <= 100, `${imported}`)
  const cancelled = (await alice.post(`${IMPORTS}/${id}/cancel`)).json()
  assert.equal(cancelled.state, 'cancelled')
  await server.settle()
  assert.equal((await exported(alice, 'domain_blocks')).split('\n').length - 1, imported)
  assert.equal((await alice.post(`${IMPORTS}/${id}/confirm`)).statusCode, 422)

  for (let open = 0; open < 5; open++) await upload(alice, 'blocking', 'bob@rookery.test')
  const file = await multipart({ type: 'blocking', file: Buffer.from('bob@rookery.test') })
  assert.equal((await alice.post(IMPORTS, ...file)).statusCode, 422)
  const few = await countQueries(server, () => alice.get(`${IMPORTS}?limit=1`))
  const many = await countQueries(server, () => alice.get(`${IMPORTS}?limit=6`))
  assert.equal(few, many)
  // nobody looked at them: after a day they are given up, and forgotten after thirty
  server.clock.now += 31 * 86_400_000
  await jobs['transfers.prune']!.run(server.app, {}, 1)
  await jobs['transfers.prune']!.run(server.app, {}, 1)
  assert.deepEqual((await alice.get(IMPORTS)).json(), [])
})

test('people of other servers are looked for; those whose server is silent are tried again', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const home = network.server('home')
  const away = network.server('away')
  await network.signUp('bob@away')
  const domain = away.app.config.handleDomain
  const csv = `bob@${domain}\nnobody@${domain}\nx@127.0.0.1:1\n`
  const user = alice as unknown as TestUser
  const { id } = await upload(user, 'following', csv)
  const first = await confirm(home, user, id)
  assert.partialDeepStrictEqual(first, { state: 'running', processed_items: 2, imported_items: 1 })

  for (const minutes of [2, 11, 61, 61]) {
    home.clock.now += minutes * 60_000
    await home.settle()
  }
  await network.settle()
  const done = (await alice.get(`${IMPORTS}/${id}`)).json()
  assert.partialDeepStrictEqual(done, { state: 'finished', imported_items: 1, failed_items: 2 })
  assert.match(await exported(user, 'following'), new RegExp(`^bob@${domain},`, 'm'))
  const failures = (await alice.get(`${IMPORTS}/${id}/failures.csv`)).body
  assert.match(failures, /^nobody@.*No such account was found$/m)
  assert.match(failures, /^x@127.0.0.1:1,3,Its server did not answer$/m)
})
