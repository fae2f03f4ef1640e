import type { Params } from '../http/client.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Check, type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const EMAIL_DOMAINS = '/api/v1/admin/email_domain_blocks'
const EMAILS = '/api/v1/admin/canonical_email_blocks'
const ADDRESSES = '/api/v1/admin/ip_blocks'
const NAMES = '/api/rookery/v1/admin/username_blocks'

type Body = (walk: Walk) => Params

const emailDomain: Body = (walk) => ({ domain: `mail-${walk.next()}.example` })
const email: Body = (walk) => ({ email: `somebody.${walk.next()}@mail.example` })
const address: Body = (walk) => ({
  ip: `2001:db8:${(walk.next() % 0x10000).toString(16)}::/64`,
  severity: 'sign_up_block',
})
const username: Body = (walk) => ({ username: `taken${walk.next()}` })

/** Makes something as the owner until the check is over. @returns the entity */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked by the row that makes them
export async function make(walk: Walk, path: string, body: Params): Promise<any> {
  const made = await walk.owner.must('POST', path, body)
  walk.later(() => walk.owner.send('DELETE', `${path}/${made.id}`))
  return made
}

/** A check of the staff's list of entities that a POST to the same address creates. */
export function listOf(path: string, body: Body): Check {
  return async (walk) => {
    for (let number = 0; number < 5; number++) await make(walk, path, body(walk))
    const { json } = await serve(walk)
    const ids = json.map(({ id }: { id: string }) => id)
    await checkPages(walk, { as: walk.owner, ids })
  }
}

function one(path: string, body: Body): Operation {
  return row('GET', `${path}/:id`, async (walk) => {
    const made = await make(walk, path, body(walk))
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('as it was made', json, made)
  })
}

/** S-177 */
export function ending(path: string, body: Body): Operation {
  return row('DELETE', `${path}/:id`, async (walk) => {
    const { id } = await make(walk, path, body(walk))
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.owner.send('DELETE', `${path}/${id}`), 404)
  })
}

/** Blocks of sign-ups and of IP addresses. */
export const blockOperations: Operation[] = [
  row('GET', EMAIL_DOMAINS, listOf(EMAIL_DOMAINS, emailDomain)),
  one(EMAIL_DOMAINS, emailDomain),
  ending(EMAIL_DOMAINS, emailDomain),
  row('POST', EMAIL_DOMAINS, async (walk) => {
    const body = { ...emailDomain(walk), allow_with_approval: true }
    const { json } = await serve(walk, { body, missing: { domain: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${EMAIL_DOMAINS}/${json.id}`))
    walk.equal('S-185 days', json.history?.length, 7)
    walk.equal('S-185 approval', json.allow_with_approval, true)
    walk.refused('S-185 twice', await walk.owner.post(EMAIL_DOMAINS, body), 422)
  }),

  row('GET', EMAILS, listOf(EMAILS, email)),
  one(EMAILS, email),
  ending(EMAILS, email),
  row('POST', EMAILS, async (walk) => {
    const body = email(walk)
    const { json } = await serve(walk, { body, missing: { email: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${EMAILS}/${json.id}`))
    const same = { email: String(body.email).toUpperCase().replace('@', '+other@') }
    walk.refused('S-187 another spelling', await walk.owner.post(EMAILS, same), 422)
  }),
  row('POST', `${EMAILS}/test`, async (walk) => {
    const body = email(walk)
    const made = await make(walk, EMAILS, body)
    const { json } = await serve(walk, { body, missing: { email: 400 } })
    walk.equal('S-186 match', json, [made])
    const none = await walk.owner.post(walk.row.path, { email: 'nobody@mail.example' })
    walk.equal('S-186 no match', none.json, [])
  }),

  row('GET', ADDRESSES, listOf(ADDRESSES, address)),
  one(ADDRESSES, address),
  ending(ADDRESSES, address),
  row('POST', ADDRESSES, async (walk) => {
    const body = { ...address(walk), comment: 'spam', expires_in: 3600 }
    const { json } = await serve(walk, { body, missing: { ip: 422, severity: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${ADDRESSES}/${json.id}`))
    const lasts = Date.parse(json.expires_at) - Date.parse(json.created_at)
    walk.equal('S-188 expiry', lasts, 3_600_000)
    walk.refused('S-188 twice', await walk.owner.post(ADDRESSES, body), 422)
    const severe = await walk.owner.post(ADDRESSES, { ...address(walk), severity: 'severe' })
    walk.refused('S-188 severity', severe, 422)
  }),
  row('PUT', `${ADDRESSES}/:id`, async (walk) => {
    const { id, ip } = await make(walk, ADDRESSES, address(walk))
    const body = { severity: 'sign_up_requires_approval', comment: 'doubtful' }
    const { json } = await serve(walk, { params: { id }, body })
    walk.equal('changed', [json.ip, json.severity, json.comment], [ip, ...Object.values(body)])
  }),

  row('GET', NAMES, listOf(NAMES, username)),
  ending(NAMES, username),
  row('POST', NAMES, async (walk) => {
    const body = { ...username(walk), comparison: 'contains', allow_with_approval: true }
    const { json } = await serve(walk, { body, missing: { username: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${NAMES}/${json.id}`))
    walk.equal('as asked', [json.comparison, json.allow_with_approval], ['contains', true])
  }),
]
