import { type Credentials, createPerson } from '../people/world.ts'
import { publish, publishMany } from '../walk/arrange.ts'
import { type ExampleOptions, serve, UNKNOWN_ID } from '../walk/example.ts'
import { lookUp, meetStranger } from '../walk/other-server.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const ADMIN = '/api/v1/admin/accounts'
const OWN = '/api/rookery/v1/admin/accounts'
const LETTER = { subject: 'Your account', text: 'Please look at the rules.' }

// biome-ignore lint/suspicious/noExplicitAny: entities are checked by the row that returns them
type Entity = any

/** Admin operations on accounts. */
export const adminAccountOperations: Operation[] = [
  row('GET', ADMIN, async (walk) => {
    const { owner, alice, dora } = walk
    const { json } = await serve(walk, { query: { username: 'alice' } })
    walk.equal('S-200 by name', namesOf(json), [alice.username])
    const list = async (query: Record<string, string>) =>
      namesOf((await owner.get(ADMIN, query)).json)
    walk.equal('S-196 staff', await list({ staff: 'true', username: 'owner' }), [owner.username])
    walk.equal('S-196 no staff', await list({ staff: '1', username: 'dora' }), [])
    walk.equal('S-197 silenced', await list({ silenced: '1', username: 'dora' }), [])
    walk.equal('S-200 no address', await list({ ip: 'nonsense' }), [])
    walk.equal('S-200 by e-mail', await list({ email: 'DORA@' }), [dora.username])
    const { json: all } = await owner.get(ADMIN, { local: 'true', limit: 200 })
    const ids = all.map(({ id }: Entity) => id)
    await checkPages(walk, { as: owner, ids, query: { local: 'true' } })
  }),

  row('GET', '/api/v2/admin/accounts', async (walk) => {
    const { owner } = walk
    const query = { origin: 'local', status: 'active' }
    await serve(walk, { query })
    const all: Entity[] = (await owner.get(walk.row.path, { ...query, limit: 200 })).json
    const ids = all.map(({ id }) => id)
    await checkPages(walk, { as: owner, ids, query })
    for (const wrong of [{ origin: 'mars' }, { status: 'happy' }]) {
      walk.refused('S-199 unknown word', await owner.get(walk.row.path, wrong), 400)
    }
  }),

  row('GET', `${ADMIN}/:id`, async (walk) => {
    const { json } = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal(
      'S-202',
      [json.username, json.domain, json.account?.id],
      [walk.bob.username, null, walk.bob.id],
    )
  }),

  row('POST', `${ADMIN}/:id/approve`, async (walk) => {
    const id = await askToJoin(walk)
    if (id === null) return
    const { json } = await serve(walk, { params: { id } })
    walk.equal('S-203 approved', json.approved, true)
    walk.refused('S-203 again', await walk.owner.post(`${ADMIN}/${id}/approve`), 403)
  }),

  row('POST', `${ADMIN}/:id/reject`, async (walk) => {
    const id = await askToJoin(walk)
    if (id === null) return
    await serve(walk, { params: { id } })
    walk.refused('S-203 gone', await walk.owner.get(`${ADMIN}/${id}`), 404)
    walk.refused('S-203 member', await walk.owner.post(`${ADMIN}/${walk.bob.id}/reject`), 403)
  }),

  ...(['approve_many', 'reject_many'] as const).map((name) =>
    row('POST', `${OWN}/${name}`, async (walk) => {
      const id = await askToJoin(walk)
      if (id === null) return
      const body = { ids: [id, walk.bob.id, UNKNOWN_ID] }
      const { json } = await serve(walk, { body, missing: { ids: 400 } })
      walk.equal('who', json, { accepted: [id], refused: [walk.bob.id, UNKNOWN_ID] })
    }),
  ),

  action('role', { body: { role_id: '' } }, (walk, { role }) =>
    walk.equal('S-064 the base role', role?.id, '-99'),
  ),
  action('memorialize', {}, (walk, { account }) => walk.equal('memorial', account?.memorial, true)),
  action('disable_two_factor', {}),
  action('reset_password', {}),
  action('confirm_email', {}, (walk, { confirmed }) => walk.equal('confirmed', confirmed, true)),
  action('change_email', { body: { email: 'changed@example.org' }, missing: { email: 400 } }),

  ...(['avatar', 'header'] as const).map((kind) =>
    row('POST', `${OWN}/:id/remove_${kind}`, async (walk) => {
      const { alice } = walk
      const picture = { [kind]: PNG_DATA_URI }
      await alice.must('PATCH', '/api/v1/accounts/update_credentials', picture)
      const { json } = await serve(walk, { params: { id: alice.id } })
      const url = String(json.account?.[kind])
      walk.claim('the one that everybody has', url.includes('/assets/'), url)
    }),
  ),

  row('POST', `${OWN}/:id/refetch`, async (walk) => {
    const stranger = await meetStranger(walk)
    walk.refused('local', await walk.owner.post(`${OWN}/${walk.bob.id}/refetch`), 403)
    if (stranger === null) return
    const { id } = await lookUp(walk, 'accounts', stranger.actor.uri)
    const { json } = await serve(walk, { params: { id } })
    const user = [json.email, json.ip, json.ips, json.role, json.approved]
    walk.equal('S-202 nothing of users', user, [null, null, null, null, null])
  }),

  row('GET', `${OWN}/:id/notes`, async (walk) => {
    const ids = []
    for (let made = 0; made < 3; made++) ids.unshift((await writeNote(walk)).id)
    const params = { id: walk.carol.id }
    await serve(walk, { params })
    await checkPages(walk, { as: walk.owner, ids, params })
  }),

  row('POST', `${OWN}/:id/notes`, async (walk) => {
    const { carol, owner } = walk
    const body = { content: 'a friend of bob' }
    const { json } = await serve(walk, {
      params: { id: carol.id },
      body,
      missing: { content: 400 },
    })
    walk.later(() => owner.send('DELETE', `${OWN}/${carol.id}/notes/${json.id}`))
    walk.equal('note', [json.content, json.account?.id], [body.content, owner.id])
  }),

  row('DELETE', `${OWN}/:id/notes/:note_id`, async (walk) => {
    const { id } = await writeNote(walk)
    await serve(walk, { params: { id: walk.carol.id, note_id: id } })
  }),

  row('GET', `${OWN}/:id/statuses`, async (walk) => {
    const made = await createAccount(walk)
    if (made === null) return
    const person = await createPerson(walk.base, walk.application, made)
    const ids = await publishMany(walk, person, 3, { visibility: 'unlisted' })
    const few = await publish(walk, person, { visibility: 'private' })
    const params = { id: person.id }
    await serve(walk, { params })
    const idOf = ({ status }: Entity) => status.id
    await checkPages(walk, { as: walk.owner, ids, params, idOf })
    const shown = await walk.owner.get(pathOf(walk.row, params))
    walk.claim('A67 what is for few', !shown.text.includes(few.id), 'is shown without a report')
    await person.must('DELETE', `/api/v1/statuses/${ids[0]}`)
    const { json } = await walk.owner.get(pathOf(walk.row, params))
    walk.claim('deleted', json?.[0]?.deleted_at !== null, 'is not shown as deleted')
  }),

  row('GET', `${OWN}/:id/mails`, async (walk) => {
    const made = await createAccount(walk)
    if (made === null) return
    const params = { id: made.id }
    const path = `${OWN}/${made.id}/mails`
    const subjects = ['three', 'two', 'one']
    for (const subject of subjects.toReversed()) {
      await walk.owner.must('POST', path, { subject, text: 'About your account.' })
    }
    const { json } = await serve(walk, { params })
    const shown = json.map(({ subject }: Entity) => subject)
    walk.equal('newest first', shown, subjects)
    const ids = json.map(({ id }: Entity) => id)
    await checkPages(walk, { as: walk.owner, ids, params })
  }),
  action('mails', { body: LETTER, missing: { subject: 400, text: 400 } }),
  row('POST', `${OWN}/:id/mails/preview`, async (walk) => {
    const params = { id: walk.bob.id }
    const { json } = await serve(walk, {
      params,
      body: LETTER,
      missing: { subject: 400, text: 400 },
    })
    walk.claim('the text', json.text?.includes(LETTER.text), json.text)
  }),
  row('GET', `${OWN}/:id/mail_delivery`, async (walk) => {
    await serve(walk, { params: { id: walk.bob.id } })
  }),

  ...(['delete', 'mark_sensitive'] as const).map((name) =>
    row('POST', `${OWN}/:id/statuses/${name}`, async (walk) => {
      const { id } = await publish(walk, walk.bob, {})
      const body = { status_ids: [id], send_email_notification: 'false' }
      await serve(walk, { params: { id: walk.bob.id }, body, missing: { status_ids: 400 } })
      const path = pathOf(walk.row, { id: walk.alice.id })
      walk.refused('of somebody else', await walk.owner.post(path, body), 404)
    }),
  ),

  row('GET', '/api/rookery/v1/admin/overview', async (walk) => {
    const { json } = await serve(walk)
    const numbers = Object.values(json).every((value) => Number.isInteger(value))
    walk.claim('the owner sees all', numbers, JSON.stringify(json))
  }),
]

/** An admin action on an account created for it. */
function action(
  name: string,
  example: Omit<ExampleOptions, 'params'>,
  check: (walk: Walk, account: Entity) => void = () => {},
): Operation {
  return row('POST', `${OWN}/:id/${name}`, async (walk) => {
    const made = await createAccount(walk)
    if (made === null) return
    const { json } = await serve(walk, { ...example, params: { id: made.id } })
    walk.equal('whom', json.id, made.id)
    check(walk, json)
  })
}

/** A new account for this walk alone; null on a foreign server. */
async function createAccount(walk: Walk): Promise<(Credentials & { id: string }) | null> {
  if (walk.operator === null) {
    walk.leaveOut('what is done to people who have to be made for it')
    return null
  }
  const name = `person${walk.next()}`
  const password = 'a password that is long enough'
  const address = ['--email', `${name}@example.org`, '--password', password]
  const made = await walk.operator('accounts', 'create', name, ...address, '--confirmed', '--json')
  return { name, password, id: JSON.parse(made).id }
}

/** A sign-up that waits for approval. @returns its account id, or null on a foreign server */
async function askToJoin(walk: Walk): Promise<string | null> {
  const instance = await walk.anonymous.get('/api/v2/instance')
  const before = instance.json?.registrations?.enabled === true ? 'open' : 'closed'
  await walk.operator?.('settings', 'set', 'registrations', 'approval')
  const made = await createAccount(walk)
  await walk.operator?.('settings', 'set', 'registrations', before)
  return made?.id ?? null
}

/** A note about carol, until the check is over. */
async function writeNote(walk: Walk): Promise<Entity> {
  const path = `${OWN}/${walk.carol.id}/notes`
  const note = await walk.owner.must('POST', path, { content: `Number ${walk.next()}` })
  walk.later(() => walk.owner.send('DELETE', `${path}/${note.id}`))
  return note
}

function namesOf(accounts: Entity): string[] {
  return accounts.map(({ username }: { username: string }) => username)
}
