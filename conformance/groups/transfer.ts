import { multipart, type Value } from '../http/encoding.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const EXPORTS = '/api/rookery/v1/exports'
const ARCHIVES = '/api/rookery/v1/archives'
const IMPORTS = '/api/rookery/v1/imports'
const TABLES = ['following', 'followers', 'blocks', 'mutes', 'domain_blocks', 'bookmarks', 'lists']

/** Exports and imports of account data. */
export const transferOperations: Operation[] = [
  ...TABLES.map((table) =>
    row('GET', `${EXPORTS}/${table}.csv`, async (walk) => {
      const answer = await walk.alice.get(walk.row.path)
      walk.status('success', answer, 200)
      walk.equal('type', answer.headers.get('content-type'), 'text/csv; charset=utf-8')
      walk.refused('S-023 without a token', await walk.anonymous.get(walk.row.path), 401)
    }),
  ),

  row('GET', ARCHIVES, async (walk) => {
    const made = await archive(walk)
    const { json } = await serve(walk)
    walk.equal('newest first', json[0]?.id, made.id)
  }),
  row('POST', ARCHIVES, async (walk) => {
    await removeArchives(walk)
    const { json } = await serve(walk)
    walk.later(() => walk.alice.send('DELETE', `${ARCHIVES}/${json.id}`))
    walk.refused('one a week', await walk.alice.post(ARCHIVES), 422)
  }),
  row('GET', `${ARCHIVES}/:id`, async (walk) => {
    const { id } = await archive(walk)
    await serve(walk, { params: { id } })
    walk.refused("another's", await walk.bob.get(pathOf(walk.row, { id })), 404)
  }),
  row('GET', `${ARCHIVES}/:id/file`, async (walk) => {
    const path = pathOf(walk.row, { id: UNKNOWN_ID })
    walk.refused('unknown', await walk.alice.get(path), 404)
    walk.refused('S-023 without a token', await walk.anonymous.get(path), 401)
  }),
  row('DELETE', `${ARCHIVES}/:id`, async (walk) => {
    const { id } = await archive(walk)
    walk.refused("another's", await walk.bob.send('DELETE', pathOf(walk.row, { id })), 404)
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.alice.get(`${ARCHIVES}/${id}`), 404)
  }),

  row('GET', IMPORTS, async (walk) => {
    const ids: string[] = []
    for (let number = 1; number <= 5; number++) {
      const { id } = await bring(walk)
      await walk.alice.send('POST', `${IMPORTS}/${id}/cancel`)
      ids.unshift(id)
    }
    const { json } = await serve(walk)
    walk.equal('newest first', json[0]?.id, ids[0])
    await checkPages(walk, { as: walk.alice, ids })
  }),
  row('POST', IMPORTS, async (walk) => {
    const { json } = await serve(walk, { body: file({ type: 'blocking' }) })
    walk.later(() => walk.alice.send('POST', `${IMPORTS}/${json.id}/cancel`))
    walk.equal('state', [json.state, json.total_items], ['unconfirmed', 1])
    walk.refused('type', await walk.alice.post(IMPORTS, file({ type: 'x' })), 422)
    walk.refused('file', await walk.alice.post(IMPORTS, { type: 'blocking' }), 422)
  }),
  row('GET', `${IMPORTS}/:id`, async (walk) => {
    const { id } = await bring(walk)
    await serve(walk, { params: { id }, scopeDepends: true })
    walk.refused("another's", await walk.bob.get(pathOf(walk.row, { id })), 404)
  }),
  row('POST', `${IMPORTS}/:id/confirm`, async (walk) => {
    const { id } = await bring(walk)
    walk.refused("another's", await walk.bob.post(pathOf(walk.row, { id })), 404)
    await serve(walk, { params: { id } })
  }),
  row('POST', `${IMPORTS}/:id/cancel`, async (walk) => {
    const { id } = await bring(walk)
    walk.refused("another's", await walk.bob.post(pathOf(walk.row, { id })), 404)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('over', json.state, 'cancelled')
  }),
  row('GET', `${IMPORTS}/:id/failures.csv`, async (walk) => {
    const { id } = await bring(walk)
    const path = pathOf(walk.row, { id })
    walk.refused("another's", await walk.bob.get(path), 404)
    walk.refused('S-023 without a token', await walk.anonymous.get(path), 401)
    const answer = await walk.alice.get(path)
    walk.equal('header', answer.text, 'Account address,Line,Error\n')
  }),
]

/** A block list with an unknown account, so that the import blocks nobody. */
function file(params: { [name: string]: Value }): FormData {
  const body = multipart(params)
  body.set('file', new File(['nobody_at_all@example.invalid\n'], 'blocked.csv'))
  return body
}

async function bring(walk: Walk): Promise<{ id: string }> {
  const made = await walk.alice.must('POST', IMPORTS, file({ type: 'blocking' }))
  walk.later(() => walk.alice.send('POST', `${IMPORTS}/${made.id}/cancel`))
  return made
}

async function archive(walk: Walk): Promise<{ id: string }> {
  await removeArchives(walk)
  const made = await walk.alice.must('POST', ARCHIVES, {})
  walk.later(() => walk.alice.send('DELETE', `${ARCHIVES}/${made.id}`))
  return made
}

async function removeArchives({ alice }: Walk): Promise<void> {
  const { json } = await alice.get(ARCHIVES)
  for (const { id } of json) await alice.send('DELETE', `${ARCHIVES}/${id}`)
}
