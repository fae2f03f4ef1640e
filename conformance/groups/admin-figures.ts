import { eventually, publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'
import { score, shareLinks } from './trends.ts'

const ADMIN = '/api/v1/admin'
const TRENDS = `${ADMIN}/trends`
const DECISIONS = ['approve', 'reject'] as const

/** Measures for the staff, and reviews of trends. */
export const figureOperations: Operation[] = [
  row('POST', `${ADMIN}/measures`, async (walk) => {
    const keys = ['active_users', 'new_users', 'opened_reports', 'nonsense']
    const { json } = await serve(walk, { body: { keys, ...span() }, missing: SPAN })
    walk.equal('S-213 keys', json.map(keyOf), keys.slice(0, 3))
    const lacking = await walk.owner.post(walk.row.path, { keys: ['tag_uses'], ...span() })
    walk.refused('S-213 nested parameter', lacking, 400)
  }),

  row('POST', `${ADMIN}/dimensions`, async (walk) => {
    const keys = ['languages', 'sources', 'servers', 'space_usage', 'software_versions']
    const { json } = await serve(walk, { body: { keys, ...span() } })
    walk.equal('S-213 keys', json.map(keyOf), keys)
  }),

  row('POST', `${ADMIN}/retention`, async (walk) => {
    const { json } = await serve(walk, { body: { frequency: 'day', ...span() }, missing: SPAN })
    const lengths = json.map(({ data }: { data: unknown[] }) => data.length)
    walk.equal('each cohort and later', lengths, [2, 1])
  }),

  row('GET', `${TRENDS}/tags`, async (walk) => {
    await riseTag(walk)
    await serve(walk, { permitted: 'everybody' })
    walk.leaveOut('first page')
  }),
  row('GET', `${TRENDS}/links`, async (walk) => {
    await riseLink(walk)
    await serve(walk, { permitted: 'everybody' })
    walk.leaveOut('first page')
  }),
  row('GET', `${TRENDS}/statuses`, async (walk) => {
    await riseStatus(walk)
    await serve(walk, { permitted: 'everybody' })
    walk.leaveOut('first page')
  }),
  row('GET', `${TRENDS}/links/publishers`, async (walk) => {
    await riseLink(walk)
    const all = await walk.owner.get(walk.row.path)
    await serve(walk)
    if (all.json.length < 3) return walk.leaveOut('first page')
    const ids = all.json.map(({ id }: { id: string }) => id)
    await checkPages(walk, { as: walk.owner, ids })
  }),
  ...DECISIONS.flatMap((verb) => [
    decision(`tags/:id/${verb}`, riseTag),
    decision(`links/:id/${verb}`, riseLink),
    decision(`statuses/:id/${verb}`, riseStatus),
    decision(`links/publishers/:id/${verb}`, async (walk) => {
      await riseLink(walk)
      return (await walk.owner.get(`${TRENDS}/links/publishers`)).json[0]?.id
    }),
  ]),

  row('GET', `${ADMIN}/tags`, async (walk) => {
    const ids: string[] = []
    for (let number = 0; number < 5; number++) ids.unshift(await makeTag(walk))
    await serve(walk)
    const all = await walk.owner.get(walk.row.path, { limit: 200 })
    const shown = all.json.map(({ id }: { id: string }) => id)
    walk.equal('newest first', shown.slice(0, ids.length), ids)
    await checkPages(walk, { as: walk.owner, ids: shown })
  }),
  row('GET', `${ADMIN}/tags/:id`, async (walk) => {
    await serve(walk, { params: { id: await makeTag(walk) } })
  }),
  row('PUT', `${ADMIN}/tags/:id`, async (walk) => {
    const id = await makeTag(walk)
    const { json } = await serve(walk, { params: { id }, body: { trendable: true, usable: true } })
    walk.equal('changed', [json.trendable, json.requires_review], [true, false])
    const other = await walk.owner.send('PUT', `${ADMIN}/tags/${id}`, {
      body: { display_name: 'other' },
    })
    walk.refused('another name', other, 422)
  }),
]

const SPAN = { start_at: 400, end_at: 400 }
const keyOf = ({ key }: { key: string }) => key

function span() {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return { start_at: day(1), end_at: day(0) }
}

function decision(path: string, make: (walk: Walk) => Promise<string | undefined>): Operation {
  return row('POST', `${TRENDS}/${path}`, async (walk) => {
    const id = await make(walk)
    if (id !== undefined) await serve(walk, { params: { id } })
  })
}

async function makeTag(walk: Walk): Promise<string> {
  const name = `made${walk.next()}`
  await publish(walk, walk.alice, { status: `#${name}` })
  return (await walk.alice.must('GET', `/api/v1/tags/${name}`)).id
}

async function riseTag(walk: Walk): Promise<string> {
  const name = `rise${walk.next()}`
  for (const as of [walk.alice, walk.bob]) await publish(walk, as, { status: `#${name}` })
  await score(walk)
  return (await walk.alice.must('GET', `/api/v1/tags/${name}`)).id
}

async function riseLink(walk: Walk): Promise<string | undefined> {
  const [url] = await shareLinks(walk, 1)
  await score(walk)
  const { json } = await eventually(
    () => walk.owner.get(`${TRENDS}/links`, { limit: 20 }),
    (answer) => answer.json.some((link: { url: string }) => link.url === url),
  )
  return json.find((link: { url: string }) => link.url === url)?.id
}

async function riseStatus(walk: Walk): Promise<string> {
  await walk.alice.must('PATCH', '/api/v1/accounts/update_credentials', { discoverable: true })
  const { id } = await publish(walk, walk.alice)
  for (const fan of [walk.carol, walk.dora]) {
    await fan.must('POST', `/api/v1/statuses/${id}/favourite`)
  }
  await score(walk)
  return id
}
