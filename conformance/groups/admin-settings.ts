import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import type { Walk } from '../walk/walk.ts'

const SETTINGS = '/api/rookery/v1/admin/settings'
const SETUP = '/api/rookery/v1/admin/setup'
const TERMS = '/api/rookery/v1/admin/terms_of_service'

/** The settings of the running server, changed by the staff. */
export const adminSettingsOperations: Operation[] = [
  row('GET', SETTINGS, async (walk) => {
    const { json } = await serve(walk)
    const { title } = (await walk.anonymous.get('/api/v2/instance')).json
    walk.equal('title', json.title, title)
  }),

  row('PUT', SETTINGS, async (walk) => {
    const { description } = await walk.owner.must('GET', SETTINGS)
    walk.later(() => put(walk, SETTINGS, { description }))
    const wanted = `About number ${walk.next()}`
    await serve(walk, { body: { description: wanted, 'trends.review': true } })
    const shown = await walk.anonymous.get('/api/v2/instance')
    walk.equal('shown', shown.json.description, wanted)
    const bad = { description: 'never', 'registrations.mode': 'sometimes', surprise: 1 }
    const refused = await put(walk, SETTINGS, bad)
    walk.refused('all or none', refused, 422)
    const names = Object.keys(refused.json.details ?? {})
    walk.equal('details', names.sort(), ['registrations.mode', 'surprise'])
    const after = await walk.owner.must('GET', SETTINGS)
    walk.equal('unchanged', after.description, wanted)
  }),

  row('GET', `${SETTINGS}/schema`, async (walk) => {
    const { json } = await serve(walk)
    const names = json.settings.map(({ name }: { name: string }) => name)
    const known = Object.keys(await walk.owner.must('GET', SETTINGS))
    walk.equal('every setting', names.sort(), known.sort())
  }),

  row('PUT', `${SETTINGS}/banner`, async (walk) => {
    walk.later(() => walk.owner.send('DELETE', `${SETTINGS}/banner`))
    walk.refused('no picture', await put(walk, `${SETTINGS}/banner`, { file: 'none' }), 422)
    const body = { file: PNG_DATA_URI, description: 'Blue' }
    const { json } = await serve(walk, { body })
    const { thumbnail } = (await walk.anonymous.get('/api/v2/instance')).json
    walk.equal('S-061 S-301 shown', thumbnail, json.banner)
    for (const address of Object.values(json.banner?.versions ?? {})) {
      walk.equal('S-301 file', (await fetch(String(address))).status, 200)
    }
  }),

  row('DELETE', `${SETTINGS}/banner`, async (walk) => {
    await walk.owner.must('PUT', `${SETTINGS}/banner`, { file: PNG_DATA_URI })
    const { json } = await serve(walk)
    walk.equal('gone', json.banner, null)
  }),

  row('PUT', `${SETTINGS}/icon`, async (walk) => {
    walk.later(() => walk.owner.send('DELETE', `${SETTINGS}/icon`))
    const { json } = await serve(walk, { body: { file: PNG_DATA_URI }, missing: { file: 422 } })
    const { icon } = (await walk.anonymous.get('/api/v2/instance')).json
    walk.equal('S-300 shown', icon, json.icon?.sizes)
  }),

  row('DELETE', `${SETTINGS}/icon`, async (walk) => {
    await walk.owner.must('PUT', `${SETTINGS}/icon`, { file: PNG_DATA_URI })
    const { json } = await serve(walk)
    walk.equal('gone', json.icon, null)
  }),

  row('GET', SETUP, async (walk) => {
    const { json } = await serve(walk)
    walk.equal('no rules yet, or some', json.steps[3]?.name, 'rules')
  }),

  row('PUT', SETUP, async (walk) => {
    walk.later(() => walk.owner.send('PUT', SETUP, { body: { hidden: [] } }))
    const { json } = await serve(walk, { body: { hidden: ['backup'] }, missing: { hidden: 422 } })
    const hidden = json.steps.filter((step: { hidden: boolean }) => step.hidden)
    walk.equal(
      'hidden',
      hidden.map(({ name }: { name: string }) => name),
      ['backup'],
    )
  }),

  row('POST', `${SETUP}/test_mail`, async (walk) => {
    await serve(walk)
  }),

  row('GET', TERMS, async (walk) => {
    const ids: string[] = []
    for (let number = 1; number <= 5; number++) ids.unshift(await termsToCome(walk))
    const { json } = await serve(walk)
    walk.equal('newest first', json[0]?.id, ids[0])
    const all = await walk.owner.must('GET', TERMS)
    await checkPages(walk, { as: walk.owner, ids: all.map(({ id }: { id: string }) => id) })
  }),

  row('POST', TERMS, async (walk) => {
    const effective_date = dayToCome(walk)
    const body = { content: '<p>Be kind</p>', effective_date }
    const { json } = await serve(walk, { body, missing: { content: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${TERMS}/${json.id}`))
    const shown = await walk.anonymous.get(`/api/v1/instance/terms_of_service/${effective_date}`)
    walk.valid('TermsOfService', shown.json, 'those to come')
    walk.equal('to come', shown.json?.effective, false)
    walk.refused(
      'over',
      await walk.owner.post(TERMS, { ...body, effective_date: '2020-01-01' }),
      422,
    )
  }),

  row('GET', `${TERMS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await termsToCome(walk) } })
  }),

  row('DELETE', `${TERMS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await termsToCome(walk) } })
  }),
]

/** A day that no other check uses. */
function dayToCome(walk: Walk): string {
  return new Date(Date.now() + (30 + (walk.next() % 3000)) * 86_400_000).toISOString().slice(0, 10)
}

async function termsToCome(walk: Walk): Promise<string> {
  const body = { content: '<p>Be kind</p>', effective_date: dayToCome(walk) }
  const { id } = await walk.owner.must('POST', TERMS, body)
  walk.later(() => walk.owner.send('DELETE', `${TERMS}/${id}`))
  return id
}

function put(walk: Walk, path: string, body: { [name: string]: string | number }) {
  return walk.owner.send('PUT', path, { body })
}
