import type { Params } from '../http/client.ts'
import { multipart } from '../http/encoding.ts'
import { readLinks } from '../http/link-header.ts'
import { serve } from '../walk/example.ts'
import { checkPages, FIRST_PAGE, follow } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, pathOf, type Walk } from '../walk/walk.ts'
import { ending, listOf, make } from './admin-blocks.ts'

const BLOCKS = '/api/v1/admin/domain_blocks'
const ALLOWS = '/api/v1/admin/domain_allows'
const OWN = '/api/rookery/v1/admin'
const IMPORTS = `${OWN}/domain_block_imports`
const LISTS = `${OWN}/block_subscriptions`
const INSTANCES = `${OWN}/instances`

const domain = (walk: Walk): Params => ({ domain: `server-${walk.next()}.example` })
const list = (walk: Walk): Params => ({
  url: `https://lists.example/${walk.next()}.csv`,
  enabled: false,
})

/** Decisions of the staff about other servers. */
export const domainOperations: Operation[] = [
  row('GET', BLOCKS, listOf(BLOCKS, domain)),
  ending(BLOCKS, domain),
  row('POST', BLOCKS, async (walk) => {
    const body = { ...domain(walk), severity: 'suspend', private_comment: 'see mail' }
    const { json } = await serve(walk, { body, missing: { domain: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${BLOCKS}/${json.id}`))
    const again = await walk.owner.post(BLOCKS, body)
    walk.refused('S-173 conflict', again, 422)
    walk.equal('S-173 existing', again.json?.existing_domain_block, json)
    const mild = await walk.owner.post(BLOCKS, { ...domain(walk), severity: 'mild' })
    walk.refused('S-172 severity', mild, 422)
  }),
  row('GET', `${BLOCKS}/:id`, async (walk) => {
    const made = await make(walk, BLOCKS, domain(walk))
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('as it was made', json, made)
  }),
  row('PUT', `${BLOCKS}/:id`, async (walk) => {
    const { id, domain: name } = await make(walk, BLOCKS, domain(walk))
    const body = { severity: 'noop', reject_media: true, domain: 'other.example' }
    const { json } = await serve(walk, { params: { id }, body })
    const changed = [json.domain, json.severity, json.reject_media, json.reject_reports]
    walk.equal('S-176 changed', changed, [name, 'noop', true, false])
    const patched = await walk.owner.send('PATCH', `${BLOCKS}/${id}`, {
      body: { obfuscate: true },
    })
    walk.equal('S-176 PATCH', patched.json?.obfuscate, true)
  }),

  row('GET', ALLOWS, listOf(ALLOWS, domain)),
  ending(ALLOWS, domain),
  row('POST', ALLOWS, async (walk) => {
    const body = domain(walk)
    const { json } = await serve(walk, { body, missing: { domain: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${ALLOWS}/${json.id}`))
    const again = await walk.owner.post(ALLOWS, body)
    walk.equal('S-178 again', [again.status, again.json], [200, json])
  }),
  row('GET', `${ALLOWS}/:id`, async (walk) => {
    const made = await make(walk, ALLOWS, domain(walk))
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('as it was made', json, made)
  }),

  ...[BLOCKS, ALLOWS].map((path) =>
    row('GET', path.replace('/api/v1/admin', OWN).concat('/export.csv'), async (walk) => {
      const { domain: name } = await make(walk, path, domain(walk))
      const answer = await walk.owner.get(walk.row.path)
      walk.status('success', answer, 200)
      walk.equal('type', answer.headers.get('content-type'), 'text/csv; charset=utf-8')
      walk.claim('header', answer.text.startsWith('#domain'), answer.text.slice(0, 80))
      walk.claim('line', answer.text.includes(`\n${name}`), answer.text.slice(0, 200))
      walk.refused('S-402 no token', await walk.anonymous.get(walk.row.path), 403)
      walk.refused('S-402 no permission', await walk.dora.get(walk.row.path), 403)
    }),
  ),

  row('GET', INSTANCES, async (walk) => {
    const names = [await knownServer(walk), await knownServer(walk), await knownServer(walk)].sort()
    const { json } = await serve(walk, { query: { domain: 'known-' } })
    walk.equal('by domain', json.map(nameOf), names)
    const page = await walk.owner.get(INSTANCES, { domain: 'known-', limit: 2 })
    walk.equal(FIRST_PAGE, page.json?.map(nameOf), names.slice(0, 2))
    const { next } = readLinks(page.headers.get('link'))
    const second = next === undefined ? null : await follow(walk.owner, next)
    walk.equal('S-043 next', second?.json?.map(nameOf), names.slice(2))
    const limited = await walk.owner.get(INSTANCES, { domain: 'known-', limited: 'suspend' })
    walk.equal('limited', limited.json, [])
  }),
  row('GET', `${INSTANCES}/:domain`, async (walk) => {
    const name = await knownServer(walk)
    const { json } = await serve(walk, { params: { domain: name } })
    walk.equal('its block', json.domain_block?.domain, name)
  }),
  ...['restart_deliveries', 'stop_deliveries', 'purge'].map((action) =>
    row('POST', `${INSTANCES}/:domain/${action}`, async (walk) => {
      await serve(walk, { params: { domain: await knownServer(walk) } })
    }),
  ),

  row('GET', IMPORTS, async (walk) => {
    for (let number = 0; number < 5; number++) await bring(walk, { dry_run: true })
    const { json } = await serve(walk)
    const ids = json.map(({ id }: { id: string }) => id)
    await checkPages(walk, { as: walk.owner, ids })
  }),
  row('POST', IMPORTS, async (walk) => {
    const { json } = await serve(walk, { body: file(walk, { dry_run: true, name: 'friends' }) })
    walk.equal('nothing is done', [json.state, json.name], ['dry_run', 'friends'])
    walk.equal('what would be', json.created?.length, 1)
    walk.refused('no file', await walk.owner.post(IMPORTS, {}), 422)
  }),
  row('GET', `${IMPORTS}/:id`, async (walk) => {
    const { id } = await bring(walk, { dry_run: true })
    await serve(walk, { params: { id } })
  }),
  row('POST', `${IMPORTS}/:id/apply`, async (walk) => {
    const { id } = await bring(walk, { dry_run: true })
    walk.later(() => walk.owner.post(`${IMPORTS}/${id}/retract`))
    const { json } = await serve(walk, { params: { id } })
    walk.equal('state', json.state, 'applied')
    walk.refused('twice', await walk.owner.post(pathOf(walk.row, { id })), 422)
  }),
  row('POST', `${IMPORTS}/:id/retract`, async (walk) => {
    const { id } = await bring(walk, { dry_run: false })
    const { json } = await serve(walk, { params: { id } })
    walk.equal('state', json.state, 'retracted')
    const found = await walk.owner.get(INSTANCES, { domain: json.created[0].domain })
    walk.equal('gone', found.json, [])
    walk.refused('twice', await walk.owner.post(pathOf(walk.row, { id })), 422)
  }),

  row('GET', LISTS, listOf(LISTS, list)),
  ending(LISTS, list),
  row('POST', LISTS, async (walk) => {
    const body = { ...list(walk), name: 'Friends', severity_limit: 'silence' }
    const { json } = await serve(walk, { body, missing: { url: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${LISTS}/${json.id}`))
    walk.equal(
      'as asked',
      [json.name, json.severity_limit, json.enabled],
      ['Friends', 'silence', false],
    )
    walk.refused('twice', await walk.owner.post(LISTS, body), 422)
  }),
  row('GET', `${LISTS}/:id`, async (walk) => {
    const made = await make(walk, LISTS, list(walk))
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('as it was made', json, made)
  }),
  row('PUT', `${LISTS}/:id`, async (walk) => {
    const { id, url } = await make(walk, LISTS, list(walk))
    const { json } = await serve(walk, { params: { id }, body: { retract_on_removal: true } })
    walk.equal('changed', [json.url, json.retract_on_removal], [url, true])
  }),
  row('POST', `${LISTS}/:id/refresh`, async (walk) => {
    const { id } = await make(walk, LISTS, list(walk))
    const answer = await serve(walk, { params: { id } })
    checkSuccess(walk, 'again', await walk.owner.post(pathOf(walk.row, { id })))
    walk.equal('the same list', answer.json.id, id)
  }),
]

const nameOf = ({ domain }: { domain: string }) => domain

/** A server with a domain block. @returns its domain */
async function knownServer(walk: Walk): Promise<string> {
  const name = `known-${walk.next()}.example`
  await make(walk, BLOCKS, { domain: name, severity: 'noop' })
  return name
}

function file(walk: Walk, params: Params): FormData {
  const body = multipart(params)
  body.set('file', new File([`listed-${walk.next()}.example\n`], 'list.csv'))
  return body
}

async function bring(walk: Walk, params: Params): Promise<{ id: string }> {
  return walk.owner.must('POST', IMPORTS, file(walk, params))
}
