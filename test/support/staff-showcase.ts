import assert from 'node:assert/strict'
import type { Response } from 'light-my-request'
import { createLocalAccount } from '../../src/features/identity/local-accounts.ts'
import { replaceRules } from '../../src/features/instance/rules.ts'
import { uploadPicture } from './media-api.ts'
import { insertRemoteAccount } from './remote-account.ts'
import type { TestServer, TestUser } from './server.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const WORD = 'm'.repeat(30)

/** A server with work for its staff: for looking at the pages under /admin. */
export interface StaffShowcase {
  owner: TestUser
  /** reported several times, limited, and appeals */
  target: TestUser
  /** id of a report with posts about the target */
  reportId: string
  /** id of an account whose every text finds no end */
  endlessId: string
}

/** Fills an empty server with reports, decisions, appeals and people who ask to join. */
export async function seedStaffWork(server: TestServer): Promise<StaffShowcase> {
  const { now } = server.clock
  server.clock.now = now - 40 * DAY
  await describeServer(server)
  const owner = await server.signUp('ada', { role: 'Owner' })
  const moderator = await server.signUp('bea', { role: 'Moderator' })
  const people = await signUpPeople(server)
  server.clock.now = now - 3 * DAY
  const reportId = await report(server, people)
  await decide(moderator, people.target)
  await writeDown(owner, moderator, people.target, reportId)
  await writeTerms(server, owner)
  await askToJoin(server)
  server.clock.now = now
  return { owner, target: people.target, reportId, endlessId: people.endless.id }
}

type People = Awaited<ReturnType<typeof signUpPeople>>

async function describeServer(server: TestServer): Promise<void> {
  await server.set('title', 'Hedgerow')
  await server.set('description', 'A small, friendly place for people who look up.')
  await server.set('registrations.mode', 'approval')
  await server.app.transact((tx) =>
    replaceRules(tx, [
      { text: 'Be kind to the people behind the names', hint: 'Argue about the matter only.' },
      { text: 'No advertising', hint: '' },
    ]),
  )
}

async function signUpPeople(server: TestServer) {
  const carla = await server.signUp('carla')
  const target = await server.signUp('featherdealer')
  await target.patch('/api/v1/accounts/update_credentials', {
    display_name: 'Feathers & more',
    note: 'Rare feathers at fair prices. Write to me!',
  })
  const endless = await server.signUp('an_account_with_thirty_letters')
  await endless.patch('/api/v1/accounts/update_credentials', {
    display_name: WORD,
    note: WORD.repeat(4),
  })
  const remote = await insertRemoteAccount(server.app, { username: 'rob', domain: 'away.example' })
  return { carla, target, endless, remote }
}

async function report(server: TestServer, people: People): Promise<string> {
  const { carla, target, endless, remote } = people
  const { id: picture } = await uploadPicture(target)
  const first = await target.publish('Best feathers in town, order now!', { media_ids: [picture] })
  const second = await target.publish(
    'Every bird counts. 50 % off today at https://feathers.example',
    {
      spoiler_text: 'Feathers',
      sensitive: true,
    },
  )
  const gone = await target.publish('Last chance!')
  const [rule] = (await carla.get('/api/v1/instance/rules')).json()
  const file = async (by: TestUser, body: Record<string, unknown>) =>
    okay(await by.post('/api/v1/reports', body)).id as string
  await file(carla, { account_id: remote, category: 'other', comment: 'Posts pictures of nests.' })
  server.clock.now += HOUR
  await file(endless, {
    account_id: target.id,
    category: 'violation',
    rule_ids: [rule.id],
    comment: `${WORD.repeat(2)} and it does not stop, whatever one says to them.`,
  })
  await file(target, { account_id: endless.id, category: 'legal', comment: '' })
  server.clock.now += HOUR
  const id = await file(carla, {
    account_id: target.id,
    category: 'spam',
    status_ids: [first.id, second.id, gone.id],
    comment:
      'Sells feathers of protected birds, and writes to everybody who posts a picture of one.',
  })
  okay(await target.delete(`/api/v1/statuses/${gone.id}`))
  return id
}

/** A warning, and limits against which an appeal is made. */
async function decide(moderator: TestUser, target: TestUser): Promise<void> {
  const path = `/api/v1/admin/accounts/${target.id}/action`
  const others = { send_email_notification: false }
  okay(
    await moderator.post(path, {
      type: 'sensitive',
      text: 'Please mark such pictures.',
      ...others,
    }),
  )
  const [strike] = okay(await target.get('/api/rookery/v1/strikes'))
  const text = 'These feathers are moulted, and were found on my own land. Nobody was harmed.'
  okay(await target.post(`/api/rookery/v1/strikes/${strike.id}/appeal`, { text }))
}

async function writeDown(
  owner: TestUser,
  moderator: TestUser,
  target: TestUser,
  reportId: string,
): Promise<void> {
  const reopened = await owner.post(`/api/v1/admin/reports/${reportId}/reopen`)
  okay(reopened)
  okay(await moderator.post(`/api/v1/admin/reports/${reportId}/assign_to_self`))
  const notes = `/api/rookery/v1/admin/reports/${reportId}/notes`
  okay(await moderator.post(notes, { content: 'Asked them where the feathers come from.' }))
  const about = `/api/rookery/v1/admin/accounts/${target.id}/notes`
  okay(await owner.post(about, { content: `Wrote to me about it before: ${WORD}` }))
  const preset = { title: 'Advertising', text: 'Advertising is not welcome here.' }
  okay(await owner.post('/api/rookery/v1/admin/warning_presets', preset))
  okay(
    await owner.post('/api/rookery/v1/admin/roles', {
      name: 'Warden',
      color: '#2f7d4f',
      permissions: ['manageReports', 'viewDashboard'],
      highlighted: true,
      position: 5,
    }),
  )
}

/** One version in force, and one to come. */
async function writeTerms(server: TestServer, owner: TestUser): Promise<void> {
  const path = '/api/rookery/v1/admin/terms_of_service'
  const content = `<h2>Being here</h2><p>${WORD.repeat(3)}</p>`
  okay(await owner.post(path, { content }))
  const later = new Date(server.clock.now + 90 * DAY).toISOString().slice(0, 10)
  okay(await owner.post(path, { content, effective_date: later }))
}

async function askToJoin(server: TestServer): Promise<void> {
  const reasons = {
    wren: 'I ring birds in the fens, and a friend of mine is here.',
    jackdaw: '',
    another_long_name_of_30_letter: WORD.repeat(3),
  }
  for (const [username, reason] of Object.entries(reasons)) {
    server.clock.now += HOUR
    await server.app.transact((tx) =>
      createLocalAccount(tx, {
        username,
        email: `${username}@example.org`,
        passwordHash: '',
        locale: 'en',
        confirmed: username !== 'jackdaw',
        approved: false,
        reason,
        roleId: null,
        byOperator: true,
      }),
    )
  }
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
function okay(response: Response): any {
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}
