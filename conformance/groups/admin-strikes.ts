import { createAccounts, createPerson, type Person } from '../people/world.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const ACTION = '/api/v1/admin/accounts/:id/action'
const PRESETS = '/api/rookery/v1/admin/warning_presets'

/** as many entries as checking pages needs */
const TURNS = [1, 2, 3]

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

/** Performs a moderation action against an account, without a mail. */
async function act(walk: Walk, person: { id: string }, type: string): Promise<void> {
  const body = { type, text: 'Be kind.', send_email_notification: 'false' }
  await walk.owner.must('POST', ACTION.replace(':id', person.id), body)
}

/** Limits bob and then lifts the limit. */
function undoing(type: string, name: string, flag: string): Operation {
  return row('POST', `/api/v1/admin/accounts/:id/${name}`, async (walk) => {
    await act(walk, walk.bob, type)
    const { json } = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal('it is so no more', json[flag], false)
  })
}

/** An account that may be deleted; null on a server without an operator. */
async function somebody(walk: Walk): Promise<Person | null> {
  const { operator, base, application } = walk
  if (operator === null) {
    walk.leaveOut('nobody can be made here to be erased')
    return null
  }
  const [account] = await createAccounts(operator, [`erased${walk.next()}`])
  return createPerson(base, application, account!)
}

async function appealed(walk: Walk): Promise<string> {
  await act(walk, walk.bob, 'none')
  const [strike] = await walk.bob.must('GET', '/api/rookery/v1/strikes')
  await walk.bob.must('POST', `/api/rookery/v1/strikes/${strike.id}/appeal`, { text: 'No.' })
  const [appeal] = await walk.owner.must('GET', '/api/rookery/v1/admin/appeals')
  return appeal.id
}

async function preset(walk: Walk): Promise<string> {
  const { id } = await walk.owner.must('POST', PRESETS, { title: 'Spam', text: 'No spam.' })
  walk.later(() => walk.owner.send('DELETE', `${PRESETS}/${id}`))
  return id
}

/** Moderation actions against accounts, and their reversal. */
export const strikeOperations: Operation[] = [
  row('POST', ACTION, async (walk) => {
    const { bob, owner, row } = walk
    const body = { type: 'none', text: 'Be kind.', send_email_notification: 'false' }
    await serve(walk, { params: { id: bob.id }, body, missing: { type: 422 } })
    const path = row.path.replace(':id', bob.id)
    walk.refused('S-204 unknown type', await owner.post(path, { type: 'ban' }), 422)
    const own = row.path.replace(':id', owner.id)
    walk.refused('S-065 oneself', await owner.post(own, { type: 'silence' }), 403)
  }),
  undoing('disable', 'enable', 'disabled'),
  undoing('sensitive', 'unsensitive', 'sensitized'),
  undoing('silence', 'unsilence', 'silenced'),
  undoing('suspend', 'unsuspend', 'suspended'),
  row('DELETE', '/api/v1/admin/accounts/:id', async (walk) => {
    const person = await somebody(walk)
    if (person === null) return
    const path = walk.row.path.replace(':id', person.id)
    walk.refused('S-203 not suspended', await walk.owner.send('DELETE', path), 403)
    await act(walk, person, 'suspend')
    await serve(walk, { params: { id: person.id } })
  }),
  row('GET', '/api/rookery/v1/strikes', async (walk) => {
    for (const _ of TURNS) await act(walk, walk.alice, 'none')
    const { json } = await serve(walk)
    walk.equal('what was said', json[0]?.text, 'Be kind.')
    await checkPages(walk, { as: walk.alice, ids: idsOf(json) })
  }),
  row('POST', '/api/rookery/v1/strikes/:id/appeal', async (walk) => {
    await act(walk, walk.alice, 'none')
    const [strike] = await walk.alice.must('GET', '/api/rookery/v1/strikes')
    const { json } = await serve(walk, {
      params: { id: strike.id },
      body: { text: 'No.' },
      missing: { text: 422 },
    })
    walk.equal('it waits', json.appeal?.state, 'pending')
  }),
  row('GET', '/api/rookery/v1/admin/strikes', async (walk) => {
    for (const _ of TURNS) await act(walk, walk.bob, 'none')
    const query = { account_id: walk.bob.id }
    const { json } = await serve(walk, { query })
    walk.equal('whose it is', json[0]?.account?.id, walk.owner.id)
    await checkPages(walk, { as: walk.owner, query, ids: idsOf(json) })
  }),
  row('GET', '/api/rookery/v1/admin/appeals', async (walk) => {
    const ids: string[] = []
    for (const _ of TURNS) ids.unshift(await appealed(walk))
    const query = { status: 'pending' }
    const { json } = await serve(walk, { query })
    walk.equal('the newest', json[0]?.id, ids[0])
    await checkPages(walk, { as: walk.owner, query, ids: idsOf(json) })
  }),
  row('POST', '/api/rookery/v1/admin/appeals/:id/approve', async (walk) => {
    const { json } = await serve(walk, { params: { id: await appealed(walk) } })
    walk.equal('state', json.state, 'approved')
  }),
  row('POST', '/api/rookery/v1/admin/appeals/:id/reject', async (walk) => {
    const { json } = await serve(walk, { params: { id: await appealed(walk) } })
    walk.equal('state', json.state, 'rejected')
  }),
  row('GET', PRESETS, async (walk) => {
    const ids: string[] = []
    for (const _ of TURNS) ids.unshift(await preset(walk))
    const { json } = await serve(walk)
    walk.equal('the newest', json[0]?.id, ids[0])
    await checkPages(walk, { as: walk.owner, ids: idsOf(json) })
  }),
  row('POST', PRESETS, async (walk) => {
    const body = { title: 'Spam', text: 'No spam.' }
    const { json } = await serve(walk, { body, missing: { text: 422 } })
    walk.equal('text', json.text, 'No spam.')
    walk.later(() => walk.owner.send('DELETE', `${PRESETS}/${json.id}`))
  }),
  row('GET', `${PRESETS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await preset(walk) } })
  }),
  row('PUT', `${PRESETS}/:id`, async (walk) => {
    const params = { id: await preset(walk) }
    const { json } = await serve(walk, { params, body: { text: 'No ads.' } })
    walk.equal('changed', [json.title, json.text], ['Spam', 'No ads.'])
  }),
  row('DELETE', `${PRESETS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await preset(walk) } })
  }),
]
