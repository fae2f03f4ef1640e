import { eventually, publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const BASE = '/api/v1/annual_reports'
const YEAR = String(new Date().getUTCFullYear())

/** Annual reports; on our server the operator can also generate them out of season. */
export const annualReportOperations: Operation[] = [
  row('GET', BASE, async (walk) => {
    if (!(await makeReport(walk))) return
    const { json } = await serve(walk)
    walk.equal('year', json.annual_reports?.[0]?.year, Number(YEAR))
  }),
  row('GET', `${BASE}/:year`, async (walk) => {
    if (!(await makeReport(walk))) return
    const { json } = await serve(walk, { params: { year: YEAR } })
    walk.equal('one', json.annual_reports?.length, 1)
  }),
  row('GET', `${BASE}/:year/state`, async (walk) => {
    const { json } = await serve(walk, { params: { year: YEAR }, unknown: false })
    const states = ['available', 'generating', 'eligible', 'ineligible']
    walk.claim('state', states.includes(json.state), json.state)
    const never = await walk.alice.get(`${BASE}/1999/state`)
    walk.equal('another year', never.json?.state, 'ineligible')
  }),
  row('POST', `${BASE}/:year/read`, async (walk) => {
    if (!(await makeReport(walk))) return
    await serve(walk, { params: { year: YEAR } })
    const left = await walk.alice.get(BASE)
    walk.equal('no longer listed', left.json?.annual_reports, [])
  }),
  row('POST', `${BASE}/:year/generate`, async (walk) => {
    await serve(walk, { params: { year: YEAR }, unknown: false })
  }),
]

/** @returns whether alice has a report */
async function makeReport(walk: Walk): Promise<boolean> {
  const { alice, operator } = walk
  if (operator === null) {
    walk.leaveOut('reports of a year need their season')
    return false
  }
  await operator('settings', 'set', 'annual_reports', 'always')
  await publish(walk, alice)
  const state = async () => (await alice.get(`${BASE}/${YEAR}/state`)).json?.state
  await eventually(state, (one) => one !== 'ineligible')
  await alice.post(`${BASE}/${YEAR}/generate`)
  await eventually(state, (one) => one === 'available')
  return true
}
