import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { jobs } from '../../src/app/compose/jobs.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { TestClient } from '../support/client.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { registerClient } from '../web/oauth-client.ts'
import { PageClient } from '../web/page-client.ts'

const DOMAINS = '/api/v1/admin/email_domain_blocks'
const EMAILS = '/api/v1/admin/canonical_email_blocks'
const NAMES = '/api/rookery/v1/admin/username_blocks'

/** Where mail goes, as DNS says in these tests; of others it says nothing. */
const EXCHANGERS: Record<string, string[]> = {
  'front.test': ['mx1.trash.test'],
  'nobody.test': [],
  'fine.test': ['fine.test'],
}

async function start() {
  const mailHosts = async (domain: string) => EXCHANGERS[domain] ?? null
  const server = await startTestServer({ trustedProxies: ['127.0.0.1'] }, { mailHosts })
  await server.set('registrations.mode', 'open')
  const staff = await signUpStaff(server, 'staff', ['manageBlocks', 'viewAuditLog'])
  const client = await registerClient(server, 'read write')
  const response = await client.token({ grant_type: 'client_credentials', scope: 'read write' })
  const application = new TestClient(server.http, response.json().access_token)
  let guests = 0
  /** @returns what keeps somebody out, or whether they wait for a look by staff */
  const join = async (email: string, more: Record<string, unknown> = {}, ip = '192.0.2.1') => {
    const username = `guest${++guests}`
    const rest = { password: 'correct horse battery', agreement: true, locale: 'en' }
    const body = { username, email, ...rest, ...more }
    const joined = await application.post('/api/v1/accounts', body, { 'x-forwarded-for': ip })
    if (joined.statusCode === 200) return (await isApproved(server, email)) ? 'in' : 'waits'
    const { details } = joined.json()
    return Object.values(details as Record<string, { error: string }[]>).flatMap((problems) =>
      problems.map(({ error }) => error),
    )
  }
  return { server, staff, application, join }
}

async function isApproved({ app }: TestServer, email: string): Promise<boolean> {
  const user = await app.db
    .selectFrom('local_user')
    .select('approved')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return user.approved
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('S-185: blocks of e-mail domains are made, listed, read and ended', async () => {
  const { server, staff } = await start()
  await using _ = server

  const trash = entityOf(
    await staff.post(DOMAINS, { domain: '@Trash.Test ' }),
    'Admin::EmailDomainBlock',
  )
  const doubtful = entityOf(
    await staff.post(DOMAINS, { domain: 'free.test', allow_with_approval: true }),
    'Admin::EmailDomainBlock',
  )

  assert.deepEqual([trash.domain, trash.allow_with_approval], ['trash.test', false])
  assert.equal(doubtful.allow_with_approval, true)
  assert.equal(trash.history.length, 7)
  const today = Math.floor(server.app.clock() / DAY) * 86_400
  assert.deepEqual(
    trash.history.map(({ day }: { day: string }) => day),
    Array.from({ length: 7 }, (_, ago) => String(today - ago * 86_400)),
  )
  assert.deepEqual(idsOf((await staff.get(DOMAINS)).json()), [doubtful.id, trash.id])
  for (const body of [{}, { domain: '' }, { domain: 'no domain' }, { domain: 'TRASH.test' }]) {
    assert.equal((await staff.post(DOMAINS, body)).statusCode, 422, JSON.stringify(body))
  }
  assert.deepEqual((await staff.get(`${DOMAINS}/${trash.id}`)).json(), trash)
  const ended = await staff.delete(`${DOMAINS}/${trash.id}`)
  assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  assert.equal((await staff.get(`${DOMAINS}/${trash.id}`)).statusCode, 404)
})

test('S-185, S-272: nobody signs up with such an address, or one whose mail goes there', async () => {
  const { server, staff, join } = await start()
  await using _ = server
  await staff.post(DOMAINS, { domain: 'trash.test' })
  await staff.post(DOMAINS, { domain: 'free.test', allow_with_approval: true })

  assert.deepEqual(await join('a@trash.test'), ['ERR_BLOCKED'])
  assert.deepEqual(await join('a@a.TRASH.test'), ['ERR_BLOCKED'])
  assert.deepEqual(await join('a@front.test'), ['ERR_BLOCKED'])
  assert.deepEqual(await join('a@nobody.test'), ['ERR_UNREACHABLE'])
  assert.equal(await join('a@nottrash.test'), 'in')
  assert.equal(await join('a@fine.test'), 'in')
  assert.equal(await join('a@free.test'), 'waits')
})

test('S-272: the sign-up page refuses the same addresses', async () => {
  const { server, staff } = await start()
  await using _ = server
  await staff.post(DOMAINS, { domain: 'trash.test' })
  const browser = new PageClient(server.http)
  await browser.get('/auth/sign_up')

  const response = await browser.submit('/auth/sign_up', {
    'user[username]': 'mallory',
    'user[email]': 'mallory@trash.test',
    'user[password]': 'correct horse battery',
    'user[agreement]': '1',
  })

  assert.equal(response.statusCode, 422, response.body)
  assert.match(response.body, /of a provider that cannot be used here/)
})

test('S-185: whoever tries is counted for seven days, each network once', async () => {
  const { server, staff, join } = await start()
  await using _ = server
  const { id } = (await staff.post(DOMAINS, { domain: 'trash.test' })).json()
  const history = async () => (await staff.get(`${DOMAINS}/${id}`)).json().history

  await join('a@trash.test')
  await join('b@trash.test')
  await join('c@front.test', {}, '192.0.2.9')
  await join('d@trash.test', {}, '2001:db8::1')
  await join('e@trash.test', {}, '2001:db8::2')

  assert.partialDeepStrictEqual((await history())[0], { accounts: '3', uses: '5' })
  server.clock.now += DAY
  assert.partialDeepStrictEqual((await history())[1], { accounts: '3', uses: '5' })
  server.clock.now += 7 * DAY
  assert.ok((await history()).every(({ uses }: { uses: string }) => uses === '0'))
  await jobs['oauth.prune']!.run(server.app, {}, 1)
  const left = await server.app.db.selectFrom('email_domain_attempt').selectAll().execute()
  assert.deepEqual(left, [])
})

test('A54: attempts from ever new addresses fill nothing', async () => {
  const { server, staff, join } = await start()
  await using _ = server
  const { id } = (await staff.post(DOMAINS, { domain: 'trash.test' })).json()
  const day = Math.floor(server.app.clock() / DAY)
  await server.app.transact(async (tx) => {
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      block_id: id,
      day,
      source: `source ${at}`,
      uses: 1,
    }))
    await tx.db.insertInto('email_domain_attempt').values(rows).execute()
  })

  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await join('a@trash.test', {}, ip)

  const [today] = (await staff.get(`${DOMAINS}/${id}`)).json().history
  assert.deepEqual([today.accounts, today.uses], ['1001', '1003'])
})

test('S-186, S-187: addresses are blocked in any spelling', async () => {
  const { server, staff, join } = await start()
  await using _ = server

  const made = entityOf(
    await staff.post(EMAILS, {
      email: 'M.allory+news@Mail.Test',
      canonical_email_hash: hashOf('ignored'),
    }),
    'Admin::CanonicalEmailBlock',
  )
  const byHash = await staff.post(EMAILS, { canonical_email_hash: hashOf('eve@mail.test') })

  assert.equal(made.canonical_email_hash, hashOf('mallory@mail.test'))
  assert.equal(byHash.statusCode, 200)
  assert.equal(entityOf(await staff.get(EMAILS), 'Admin::CanonicalEmailBlock[]').length, 2)
  assert.deepEqual((await staff.get(`${EMAILS}/${made.id}`)).json(), made)
  for (const body of [
    {},
    { email: 'mallory@mail.test' },
    { email: 'nobody' },
    { canonical_email_hash: 'abc' },
    { canonical_email_hash: made.canonical_email_hash.toUpperCase() },
  ]) {
    assert.equal((await staff.post(EMAILS, body)).statusCode, 422, JSON.stringify(body))
  }
  const found = await staff.post(`${EMAILS}/test`, { email: 'mall.ory@mail.test' })
  assert.deepEqual(entityOf(found, 'Admin::CanonicalEmailBlock[]'), [made])
  assert.deepEqual((await staff.post(`${EMAILS}/test`, { email: 'bob@mail.test' })).json(), [])
  assert.equal((await staff.post(`${EMAILS}/test`)).statusCode, 400)

  assert.deepEqual(await join('ma.llory+2@mail.test'), ['ERR_TAKEN'])
  const ended = await staff.delete(`${EMAILS}/${made.id}`)
  assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  assert.equal(await join('ma.llory+2@mail.test'), 'in')
})

test('whoever is suspended does not come back with their address before they may', async () => {
  const { server, join } = await start()
  await using _ = server
  const chief = await server.signUp('chief', { role: 'Owner' })
  const mallory = await server.signUp('mallory')
  const path = `/api/v1/admin/accounts/${mallory.id}`

  const suspended = await chief.post(`${path}/action`, { type: 'suspend' })
  assert.equal(suspended.statusCode, 200, suspended.body)
  assert.deepEqual(await join('mal.lory+1@example.org'), ['ERR_TAKEN'])
  const freed = await chief.post(`${path}/unsuspend`)
  assert.equal(freed.statusCode, 200, freed.body)
  assert.equal(await join('mal.lory+1@example.org'), 'in')
})

test('an address that was never confirmed is not replaced by a blocked one', async () => {
  const { server, staff, application } = await start()
  await using _ = server
  await server.set('registrations.confirm_email', true)
  await staff.post(DOMAINS, { domain: 'trash.test' })
  const joined = await application.post('/api/v1/accounts', {
    username: 'mallory',
    email: 'mallory@fine.test',
    password: 'correct horse battery',
    agreement: true,
    locale: 'en',
  })
  const mallory = new TestClient(server.http, joined.json().access_token)

  const changed = await mallory.post('/api/v1/emails/confirmations', { email: 'm@trash.test' })
  const other = await mallory.post('/api/v1/emails/confirmations', { email: 'm@other.test' })

  assert.equal(changed.statusCode, 422, changed.body)
  assert.equal(changed.json().details.email[0].error, 'ERR_BLOCKED')
  assert.equal(other.statusCode, 200, other.body)
})

test('names that are blocked are reserved, alone or within others, or need a look', async () => {
  const { server, staff, join } = await start()
  await using _ = server
  const made = entityOf(await staff.post(NAMES, { username: 'Prince' }), 'Admin::UsernameBlock')
  await staff.post(NAMES, { username: 'crypto', comparison: 'contains' })
  await staff.post(NAMES, { username: 'shop', comparison: 'contains', allow_with_approval: true })

  assert.partialDeepStrictEqual(made, {
    username: 'Prince',
    comparison: 'equals',
    allow_with_approval: false,
  })
  const as = (username: string) => join(`${username}@mail.test`, { username })
  assert.deepEqual(await as('pr1nce'), ['ERR_RESERVED'])
  assert.deepEqual(await as('best_CRYPT0_ever'), ['ERR_RESERVED'])
  assert.equal(await as('princes'), 'in')
  assert.equal(await as('bookshop'), 'waits')
  for (const body of [
    {},
    { username: 'a b' },
    { username: 'Prince' },
    { username: 'x'.repeat(31) },
  ]) {
    assert.equal((await staff.post(NAMES, body)).statusCode, 422, JSON.stringify(body))
  }
  const ended = await staff.delete(`${NAMES}/${made.id}`)
  assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  assert.equal(await as('prince'), 'in')
  assert.equal((await staff.get(NAMES)).json().length, 2)
})

test('who is invited is believed about their e-mail, as in Mastodon, but not about their name', async () => {
  const { server, staff, join } = await start()
  await using _ = server
  await staff.post(DOMAINS, { domain: 'trash.test' })
  await staff.post(NAMES, { username: 'prince' })
  const alice = await server.signUp('alice')
  const { code: invite_code } = (await alice.post('/api/rookery/v1/invites', {})).json()

  assert.equal(await join('a@trash.test', { invite_code }), 'in')
  assert.deepEqual(await join('b@trash.test', { invite_code, username: 'prince' }), [
    'ERR_RESERVED',
  ])
})

test('S-189, S-205: it takes the permission to manage blocks, and is kept', async () => {
  const { server, staff } = await start()
  await using _ = server
  const other = await signUpStaff(server, 'other', ['manageFederation', 'manageUsers'])

  for (const path of [DOMAINS, EMAILS, NAMES]) {
    assert.equal((await other.get(path)).statusCode, 403, path)
  }
  await staff.post(DOMAINS, { domain: 'trash.test' })
  await staff.post(EMAILS, { email: 'mallory@mail.test' })
  await staff.post(NAMES, { username: 'prince' })
  const log = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.deepEqual(
    log.map(({ action, target }: { action: string; target: { type: string } }) => [
      action,
      target.type,
    ]),
    [
      ['create', 'username_block'],
      ['create', 'canonical_email_block'],
      ['create', 'email_domain_block'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(log), /mallory@/, 'an address is nowhere kept')
})
