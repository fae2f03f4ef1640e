import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { FIRST_PAGE } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const BASE = '/api/rookery/v1/admin'
const RULES = `${BASE}/automod_rules`
const MATCHES = `${BASE}/automod_matches`
const HELD = `${BASE}/held_items`

/** A rule about a unique word, until the check is over. */
async function makeRule(walk: Walk, more: Record<string, string> = {}) {
  const word = `rookeryrule${walk.next()}`
  const rule = await walk.owner.must('POST', RULES, ruleFor(word, more))
  walk.later(() => walk.owner.send('DELETE', `${RULES}/${rule.id}`))
  return { id: String(rule.id), word }
}

function ruleFor(word: string, more: Record<string, string> = {}) {
  const conditions = [{ field: 'text', operator: 'contains_any', value: word }]
  return { name: word, action: 'report', mode: 'shadow', conditions, ...more }
}

/** A held status of alice's. */
async function makeHeld(walk: Walk) {
  const { word } = await makeRule(walk, { action: 'hold', mode: 'live' })
  const status = await publish(walk, walk.alice, { status: word })
  walk.equal('held', status.held, true)
  const held = await walk.owner.must('GET', `${HELD}?limit=1`)
  return { id: String(held[0].id), statusId: String(status.id) }
}

/** Automatic rules, their matches and held items. */
export const automodOperations: Operation[] = [
  row('GET', RULES, async (walk) => {
    const { id } = await makeRule(walk)
    await makeRule(walk)
    const { json } = await serve(walk)
    const ids = json.map((rule: { id: string }) => rule.id)
    walk.claim('has it', ids.includes(id), ids.join())
    const first = await walk.owner.get(RULES, { limit: 1 })
    walk.equal(FIRST_PAGE, first.json?.length, 1)
  }),
  row('POST', RULES, async (walk) => {
    const body = ruleFor(`made${walk.next()}`)
    const missing = { name: 400, conditions: 400, action: 400 }
    const { json } = await serve(walk, { body, missing })
    walk.later(() => walk.owner.send('DELETE', `${RULES}/${json.id}`))
    walk.equal('what was said', [json.name, json.mode], [body.name, 'shadow'])
    const wrong = { ...body, conditions: [{ field: 'text', operator: 'is', value: 'a' }] }
    walk.refused('an operator of other fields', await walk.owner.post(RULES, wrong), 422)
  }),
  row('GET', `${RULES}/:id`, async (walk) => {
    const { id, word } = await makeRule(walk)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('name', json.name, word)
  }),
  row('PUT', `${RULES}/:id`, async (walk) => {
    const { id, word } = await makeRule(walk)
    const { json } = await serve(walk, { params: { id }, body: { enabled: false } })
    walk.equal('what is not given stays', [json.enabled, json.name], [false, word])
  }),
  row('DELETE', `${RULES}/:id`, async (walk) => {
    const { id } = await makeRule(walk)
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.owner.get(`${RULES}/${id}`), 404)
  }),
  row('POST', `${RULES}/dry_run`, async (walk) => {
    const word = `tried${walk.next()}`
    const status = await publish(walk, walk.alice, { status: word })
    const { json } = await serve(walk, { body: { ...ruleFor(word), days: 1 } })
    walk.equal('matched', json.matched, 1)
    walk.equal('sample', json.samples?.[0]?.status?.id, status.id)
    const long = await walk.owner.post(walk.row.path, { ...ruleFor(word), days: 31 })
    walk.refused('too many days', long, 422)
  }),
  row('POST', `${RULES}/:id/dry_run`, async (walk) => {
    const { id, word } = await makeRule(walk)
    await publish(walk, walk.alice, { status: word })
    const { json } = await serve(walk, { params: { id }, body: { days: 1 } })
    walk.equal('matched', json.matched, 1)
  }),
  row('GET', MATCHES, async (walk) => {
    const { id, word } = await makeRule(walk)
    const status = await publish(walk, walk.alice, { status: word })
    await publish(walk, walk.alice, { status: word })
    const { json } = await serve(walk, { query: { rule_id: id } })
    walk.equal('newest first', json[1]?.status_id, status.id)
    const first = await walk.owner.get(MATCHES, { rule_id: id, limit: 1 })
    walk.equal(FIRST_PAGE, first.json?.length, 1)
  }),
  row('GET', HELD, async (walk) => {
    const { id, statusId } = await makeHeld(walk)
    const { json } = await serve(walk)
    walk.equal('it', [json[0]?.id, json[0]?.status?.id], [id, statusId])
    const first = await walk.owner.get(HELD, { limit: 1 })
    walk.equal(FIRST_PAGE, first.json?.length, 1)
    walk.refused('nobody else', await walk.bob.get(`/api/v1/statuses/${statusId}`), 404)
  }),
  row('POST', `${HELD}/:id/approve`, async (walk) => {
    const { id, statusId } = await makeHeld(walk)
    await serve(walk, { params: { id } })
    walk.refused('what stood for it', await walk.alice.get(`/api/v1/statuses/${statusId}`), 404)
    const published = await walk.bob.get(`/api/v1/accounts/${walk.alice.id}/statuses`, { limit: 1 })
    const [status] = published.json ?? []
    walk.equal('it is published', status?.visibility, 'public')
    walk.later(() => walk.alice.send('DELETE', `/api/v1/statuses/${status?.id}`))
  }),
  row('POST', `${HELD}/:id/reject`, async (walk) => {
    const { id, statusId } = await makeHeld(walk)
    await serve(walk, { params: { id } })
    walk.refused('deleted', await walk.alice.get(`/api/v1/statuses/${statusId}`), 404)
  }),
]
