import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalAccount } from '../../src/features/identity/local-accounts.ts'
import { startSession } from '../../src/features/identity/sessions.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf } from '../support/entities.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const V1 = '/api/v1/admin/accounts'
const V2 = '/api/v2/admin/accounts'

async function staffed(): Promise<TestServer & { staff: TestUser }> {
  const server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageUsers', 'manageReports'])
  return Object.assign(server, { staff })
}

/** User names of a list, newest first, without those of the staff. */
async function names(staff: TestUser, path: string): Promise<string[]> {
  const response = await staff.get(path)
  const accounts = entityOf(response, 'Admin::Account[]')
  return accounts
    .map(({ username, domain }: { username: string; domain: string | null }) =>
      domain === null ? username : `${username}@${domain}`,
    )
    .filter((name: string) => name !== 'staff')
}

async function setUser(
  { app }: TestServer,
  { userId }: TestUser,
  state: { disabled?: boolean; approved?: boolean; email?: string },
): Promise<void> {
  const email = state.email && { email_lower: state.email.toLowerCase() }
  await app.transact((tx) =>
    tx.db
      .updateTable('local_user')
      .set({ ...state, ...email })
      .where('id', '=', userId)
      .execute(),
  )
}

function signInFrom({ app }: TestServer, user: TestUser, ip: string): Promise<string> {
  const session = { userId: user.userId, ip, userAgent: null, replaces: null }
  return app.transact((tx) => startSession(tx, session))
}

/** One account in each state, here and elsewhere. */
async function inEveryState(server: TestServer) {
  const people = ['plain', 'pending', 'disabled', 'sensitive', 'silent', 'banned']
  const [, pending, disabled, sensitive, silent, banned] = (await Promise.all(
    people.map((name) => server.signUp(name)),
  )) as TestUser[]
  const at = Date.now()
  await setUser(server, pending!, { approved: false })
  await setUser(server, disabled!, { disabled: true })
  await setAccount(server, sensitive!, { sensitized_at: at })
  await setAccount(server, silent!, { silenced_at: at })
  await setAccount(server, banned!, { suspended_at: at })
  const far = { username: 'far', domain: 'away.example' }
  await insertRemoteAccount(server.app, far)
  const quiet = { username: 'quiet', domain: 'away.example' }
  const id = await insertRemoteAccount(server.app, quiet)
  await setAccount(server, { id }, { silenced_at: at })
}

test('S-195, S-196: the list of old is of local people who are not suspended, unless flags say otherwise', async () => {
  await using server = await staffed()
  const { staff } = server
  await inEveryState(server)
  const sorted = async (query: string) => (await names(staff, `${V1}?${query}`)).toSorted()

  const active = ['disabled', 'pending', 'plain', 'sensitive', 'silent']
  assert.deepEqual(await sorted(''), active)
  assert.deepEqual(await sorted('local=true'), active)
  assert.deepEqual(await sorted('active=1'), active)
  assert.deepEqual(await sorted('remote=true'), ['far@away.example', 'quiet@away.example'])
  assert.deepEqual(await sorted('pending=true'), ['pending'])
  assert.deepEqual(await sorted('disabled=true'), ['disabled'])
  assert.deepEqual(await sorted('suspended=true'), ['banned'])
  // whatever their value, and blank is none
  assert.deepEqual(await sorted('suspended=false'), ['banned'])
  assert.deepEqual(await sorted('suspended=%20'), active)
  // the last of them wins, in whatever order they come
  assert.deepEqual(await sorted('suspended=1&pending=1&active=1'), ['banned'])
})

test('S-197: the list of old knows silenced and sensitized accounts', async () => {
  await using server = await staffed()
  const { staff } = server
  await inEveryState(server)

  assert.deepEqual(await names(staff, `${V1}?silenced=true`), ['silent'])
  assert.deepEqual(await names(staff, `${V1}?sensitized=true`), ['sensitive'])
  assert.deepEqual(await names(staff, `${V1}?silenced=true&remote=true`), ['quiet@away.example'])
})

test('S-196, S-199: staff is who may manage reports', async () => {
  await using server = await staffed()
  const { staff } = server
  await server.signUp('moderator', { role: 'Moderator' })
  await signUpStaff(server, 'artist', ['manageCustomEmojis'])
  await server.signUp('plain')

  assert.deepEqual(await names(staff, `${V1}?staff=true`), ['moderator'])
  assert.deepEqual(await names(staff, `${V2}?permissions=staff`), ['moderator'])
  assert.deepEqual((await names(staff, `${V2}?permissions=none`)).length, 3)
})

test('S-199: the list of now has neither default origin nor state', async () => {
  await using server = await staffed()
  const { staff } = server
  await inEveryState(server)
  const sorted = async (query: string) => (await names(staff, `${V2}?${query}`)).toSorted()
  const remote = ['far@away.example', 'quiet@away.example']

  assert.equal((await sorted('')).length, 8)
  assert.deepEqual(await sorted('origin=remote'), remote)
  assert.equal((await sorted('origin=local')).length, 6)
  assert.deepEqual(await sorted('status=silenced'), ['quiet@away.example', 'silent'])
  assert.deepEqual(await sorted('status=silenced&origin=local'), ['silent'])
  assert.deepEqual(await sorted('status=sensitized'), ['sensitive'])
  assert.deepEqual(await sorted('status=suspended'), ['banned'])
  assert.deepEqual(await sorted('status=pending'), ['pending'])
  assert.deepEqual(await sorted('status=disabled'), ['disabled'])
  assert.equal((await sorted('status=active')).length, 7)
  for (const wrong of ['origin=mars', 'status=happy']) {
    assert.equal((await staff.get(`${V2}?${wrong}`)).statusCode, 400, wrong)
  }
})

test('S-199: by roles, and by who invited them', async () => {
  await using server = await staffed()
  const { staff } = server
  const admin = await server.signUp('admin', { role: 'Admin' })
  const guest = await server.signUp('guest')
  await server.signUp('plain')
  await server.app.transact(async (tx) => {
    const invite = { id: tx.newId(), user_id: admin.userId, code: 'abc', max_uses: null }
    const more = { expires_at: null, autofollow: false, comment: '', created_at: tx.now }
    await tx.db
      .insertInto('invite')
      .values({ ...invite, ...more })
      .execute()
    const use = { user_id: guest.userId, invite_id: invite.id }
    await tx.db.insertInto('invite_use').values(use).execute()
  })
  const role = await server.app.db
    .selectFrom('local_user')
    .select('role_id')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow()

  assert.deepEqual(await names(staff, `${V2}?role_ids[]=${role.role_id}`), ['admin'])
  assert.deepEqual(await names(staff, `${V2}?role_ids[]=1`), [])
  assert.deepEqual(await names(staff, `${V2}?invited_by=${admin.userId}`), ['guest'])
  assert.deepEqual(await names(staff, `${V2}?invited_by=${guest.userId}`), [])
  const [listed] = (await staff.get(`${V2}?invited_by=${admin.userId}`)).json()
  assert.equal(listed.invited_by_account_id, admin.id)
})

test('S-200: names by what they begin with, in any case; domains exactly', async () => {
  await using server = await staffed()
  const { staff } = server
  const anna = await server.signUp('Anna')
  await server.signUp('banana')
  await anna.patch('/api/v1/accounts/update_credentials', { display_name: 'Émile 100%' })
  await insertRemoteAccount(server.app, { username: 'annabel', domain: 'away.example' })
  await insertRemoteAccount(server.app, { username: 'other', domain: 'sub.away.example' })
  const found = (query: string) => names(staff, `${V2}?${query}`)

  assert.deepEqual(await found('username=aNN'), ['annabel@away.example', 'Anna'])
  assert.deepEqual(await found('username=%40anna&origin=local'), ['Anna'])
  assert.deepEqual(await found('username=nn'), [])
  assert.deepEqual(await found('username=%25'), [])
  assert.deepEqual(await found(`display_name=${encodeURIComponent('éMIle 100%')}`), ['Anna'])
  assert.deepEqual(await found('display_name=mile'), [])
  assert.deepEqual(await found('display_name=anna'), [])
  assert.deepEqual(await found('by_domain=AWAY.example'), ['annabel@away.example'])
})

test('S-198: a domain wins over where accounts are from', async () => {
  await using server = await staffed()
  const { staff } = server
  await server.signUp('here')
  await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })
  await insertRemoteAccount(server.app, { username: 'other', domain: 'other.example' })
  const only = ['far@away.example']

  assert.deepEqual(await names(staff, `${V1}?remote=true&by_domain=away.example`), only)
  assert.deepEqual(await names(staff, `${V1}?by_domain=away.example`), only)
})

test('S-200: e-mail addresses by pattern', async () => {
  await using server = await staffed()
  const { staff } = server
  const anna = await server.signUp('anna')
  const bert = await server.signUp('bert')
  await setUser(server, anna, { email: 'Anna_B@mail.example' })
  await setUser(server, bert, { email: 'annaxb@spam.example' })
  const found = (pattern: string) =>
    names(staff, `${V2}?email=${encodeURIComponent(pattern)}&status=active`)

  assert.deepEqual(await found('anna_b@MAIL.example'), ['anna'])
  assert.deepEqual(await found('ANNA'), ['bert', 'anna'])
  assert.deepEqual(await found('%@spam.example'), ['bert'])
  assert.deepEqual(await found('anna_*'), ['anna'])
  assert.deepEqual(await found('nna'), [])
})

test('S-200: addresses, exactly or by network; what is none finds nobody', async () => {
  await using server = await staffed()
  const { staff } = server
  const anna = await server.signUp('anna')
  const bert = await server.signUp('bert')
  await signInFrom(server, anna, '192.0.2.7')
  await signInFrom(server, bert, '2001:db8:1:2::9')
  await server.app.transact((tx) =>
    createLocalAccount(tx, {
      ...{ username: 'carla', email: 'carla@example.org', passwordHash: 'x', locale: 'en' },
      ...{ confirmed: true, approved: true, ip: '192.0.2.200' },
    }),
  )
  const found = async (ip: string) => (await names(staff, `${V2}?ip=${ip}`)).toSorted()

  assert.deepEqual(await found('192.0.2.7'), ['anna'])
  assert.deepEqual(await found('192.0.2.0/24'), ['anna', 'carla'])
  assert.deepEqual(await found('192.0.2.128/25'), ['carla'])
  assert.deepEqual(await found('2001:DB8:1:2::/64'), ['bert'])
  for (const none of ['192.0.2', 'x', '192.0.2.0/99']) assert.deepEqual(await found(none), [])
})

test('S-201: newest first by cursor, 100 or at most 200, with links that keep the filters', async () => {
  await using server = await staffed()
  const { staff } = server
  const people: string[] = []
  for (let at = 0; at < 5; at++) people.unshift((await server.signUp(`person${at}`)).id)

  const first = await staff.get(`${V2}?username=person&origin=local&limit=2`)

  const ids = entityOf(first, 'Admin::Account[]').map(({ id }: { id: string }) => id)
  assert.deepEqual(ids, people.slice(0, 2))
  const link = String(first.headers.link)
  assert.match(link, /max_id=\d+>; rel="next"/)
  assert.match(link, /min_id=\d+>; rel="prev"/)
  const next = /<https:\/\/rookery\.test([^>]+)>; rel="next"/.exec(link)![1]!
  assert.match(next, /username=person&origin=local/)
  const rest = (await staff.get(next)).json().map(({ id }: { id: string }) => id)
  assert.deepEqual(rest, people.slice(2, 4))
  const before = await staff.get(`${V1}?username=person&min_id=${people[4]}&limit=1`)
  assert.deepEqual(
    before.json().map(({ id }: { id: string }) => id),
    [people[3]],
  )
})

test('S-201: who may not manage users gets nothing, nor does nobody', async () => {
  await using server = await staffed()
  const moderator = await signUpStaff(server, 'reporter', ['manageReports'])
  const plain = await server.signUp('plain')

  for (const path of [V1, V2, `${V1}/${plain.id}`]) {
    for (const client of [moderator, plain, server.anonymous]) {
      assert.equal((await client.get(path)).statusCode, 403, path)
    }
  }
  const narrow = await server.tokenFor(server.staff, 'admin:read:accounts')
  assert.equal((await narrow.get(`${V1}/${plain.id}`)).statusCode, 200)
  const wrong = await server.tokenFor(server.staff, 'read admin:read:reports')
  assert.equal((await wrong.get(`${V1}/${plain.id}`)).statusCode, 403)
  assert.equal((await server.staff.get(`${V1}/108020000000000000`)).statusCode, 404)
})

test('S-202: an account of this server as the staff sees it', async () => {
  await using server = await staffed()
  const { staff } = server
  const anna = await server.signUp('anna', { role: 'Moderator' })
  await signInFrom(server, anna, '192.0.2.7')
  server.clock.now += 60_000
  await signInFrom(server, anna, '2001:db8::9')
  await server.app.transact((tx) =>
    tx.db
      .updateTable('local_user')
      .set({ sign_up_ip: '198.51.100.1', sign_up_reason: 'I like birds' })
      .where('id', '=', anna.userId)
      .execute(),
  )

  const account = entityOf(await staff.get(`${V1}/${anna.id}`), 'Admin::Account')

  const { ips, created_at, role, account: shown, ...rest } = account
  assert.deepEqual(rest, {
    id: anna.id,
    username: 'anna',
    domain: null,
    email: 'anna@example.org',
    ip: '2001:db8::9',
    confirmed: true,
    suspended: false,
    silenced: false,
    sensitized: false,
    disabled: false,
    approved: true,
    locale: 'en',
    invite_request: 'I like birds',
  })
  assert.match(created_at, /\.\d{3}Z$/)
  assert.deepEqual(
    ips.map(({ ip }: { ip: string }) => ip),
    ['2001:db8::9', '192.0.2.7', '198.51.100.1'],
  )
  assert.equal(role.name, 'Moderator')
  assert.equal(shown.id, anna.id)
})

test('S-202: an account of another server has nothing that users have', async () => {
  await using server = await staffed()
  const id = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })

  const account = entityOf(await server.staff.get(`${V1}/${id}`), 'Admin::Account')

  const ofUsers = [
    ...['email', 'ip', 'ips', 'confirmed', 'disabled', 'approved', 'locale', 'role'],
    'invite_request',
  ]
  for (const name of ofUsers) assert.equal(account[name], null, name)
  assert.equal(account.domain, 'away.example')
})

test('S-202: who made the account with an application shows which', async () => {
  await using server = await staffed()
  const anna = await server.signUp('anna')
  const application = await server.app.db
    .selectFrom('application')
    .select('id')
    .executeTakeFirstOrThrow()
  await server.app.transact((tx) =>
    tx.db
      .updateTable('local_user')
      .set({ application_id: application.id })
      .where('id', '=', anna.userId)
      .execute(),
  )

  const account = entityOf(await server.staff.get(`${V1}/${anna.id}`), 'Admin::Account')

  assert.equal(account.created_by_application_id, application.id)
})

test('S-066: everybody sees a role that is highlighted, nobody one that is not', async () => {
  await using server = await staffed()
  const badge = await server.signUp('badge', { role: 'Moderator' })
  const { staff } = server
  const far = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })
  const rolesOf = async (id: string) =>
    (await server.anonymous.get(`/api/v1/accounts/${id}`)).json().roles

  assert.partialDeepStrictEqual(await rolesOf(badge.id), [{ name: 'Moderator', color: '' }])
  assert.deepEqual(Object.keys((await rolesOf(badge.id))[0]), ['id', 'name', 'color'])
  assert.deepEqual(await rolesOf(staff.id), [])
  assert.equal(await rolesOf(far), undefined)
})

test('S-201: a page of the list costs the same queries for two people as for ten', async () => {
  await using server = await staffed()
  const { staff, app } = server
  const cost = () =>
    countQueries(server, async () => {
      app.fragments.nextEpoch()
      assert.equal((await staff.get(`${V2}?origin=local`)).statusCode, 200)
    })
  const add = async (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const user = await server.signUp(`person${at}`)
      await signInFrom(server, user, `192.0.2.${at}`)
    }
  }
  await add(0, 2)
  const few = await cost()

  await add(2, 10)

  assert.equal(await cost(), few)
})
