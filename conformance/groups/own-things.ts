import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess } from '../walk/walk.ts'

const MARKERS = '/api/v1/markers'

/** The accounts of a browser, markers, preferences and search. */
export const ownOperations: Operation[] = [
  row('GET', '/api/rookery/v1/browser_accounts', async (walk) => {
    const { path } = walk.row
    walk.refused('no session', await walk.anonymous.get(path), 401)
    walk.refused('a token', await walk.alice.get(path), 401)
    const headers = { accept: 'application/json' }
    const answer = await walk.alice.browser.send('GET', path, undefined, headers)
    walk.status('success', answer, 200)
    walk.valid('BrowserAccount[]', answer.json)
    walk.equal('current', answer.json?.[0]?.account?.id, walk.alice.id)
  }),

  row('GET', MARKERS, async (walk) => {
    await walk.dora.must('POST', MARKERS, { home: { last_read_id: '108020000000000001' } })
    const query = { timeline: ['home', 'notifications'] }
    const { json } = await serve(walk, { as: walk.dora, query, entity: 'Markers' })
    walk.equal('S-349 only existing ones', Object.keys(json), ['home'])
    walk.equal('none asked for', (await walk.dora.get(MARKERS)).json, {})
  }),

  row('POST', MARKERS, async (walk) => {
    const move = (id: number) => ({ home: { last_read_id: `10802000000000000${id}` } })
    const { json } = await serve(walk, { body: move(1), entity: 'Markers' })
    walk.equal('last_read_id', json.home?.last_read_id, '108020000000000001')
    const form = new URLSearchParams({ 'home[last_read_id]': '108020000000000002' })
    const next = await walk.alice.post(MARKERS, form)
    walk.equal('S-349 S-003 version', next.json?.home?.version, json.home?.version + 1)
    const other = await walk.alice.post(MARKERS, { elsewhere: { last_read_id: '1' } })
    walk.equal('S-349 other timelines', [other.status, other.json], [200, {}])
    const racing = Array.from({ length: 8 }, (_, at) => walk.alice.post(MARKERS, move(at)))
    const statuses = (await Promise.all(racing)).map(({ status }) => status)
    const strange = statuses.filter((status) => status !== 200 && status !== 409)
    walk.equal('S-031 at once', strange, [])
  }),

  row('GET', '/api/v1/preferences', async (walk) => {
    await serve(walk)
  }),

  row('GET', '/api/v2/search', async (walk) => {
    const { alice, bob, anonymous, row } = walk
    const word = `word${walk.next()}`
    const made = await publish(walk, alice, { status: `${word} #${word}` })
    const { json } = await serve(walk, { query: { q: word }, missing: { q: 400 } })
    walk.equal(
      'hashtags',
      json.hashtags?.map(({ name }: { name: string }) => name),
      [word],
    )
    const find = async (query: Record<string, string | number>) =>
      (await alice.get(row.path, { q: word, ...query })).json ?? {}
    const statuses = await find({ type: 'statuses' })
    walk.equal(
      'S-358 own statuses',
      statuses.statuses?.map(({ id }: { id: string }) => id),
      [made.id],
    )
    walk.equal('S-358 type', [statuses.accounts, statuses.hashtags], [[], []])
    const accounts = await find({ q: bob.username, type: 'accounts' })
    walk.equal('S-358 accounts', accounts.accounts?.[0]?.id, bob.id)
    walk.refused(
      'S-358 anonymous, resolve',
      await anonymous.get(row.path, { q: 'a', resolve: true }),
      401,
    )
    walk.refused(
      'S-358 anonymous, offset',
      await anonymous.get(row.path, { q: 'a', offset: 1 }),
      401,
    )
    walk.refused('S-045 limit', await alice.get(row.path, { q: 'a', limit: -1 }), 400)
    walk.refused('S-045 offset', await alice.get(row.path, { q: 'a', offset: -1 }), 400)
    checkSuccess(
      walk,
      'S-358 offset without type',
      await alice.get(row.path, { q: word, offset: 1 }),
    )
  }),
]
