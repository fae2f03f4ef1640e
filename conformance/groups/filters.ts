import type { Params } from '../http/client.ts'
import { publish } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const V1 = '/api/v1/filters'
const V2 = '/api/v2/filters'
const KEYWORDS = `${V2}/:filter_id/keywords`
const CONTEXT = ['home', 'public']

/** Keyword and status filters of the second version. */
const filterRows: Operation[] = [
  row('GET', V2, async (walk) => {
    const { id } = await make(walk)
    const { json } = await serve(walk)
    walk.claim('S-096 own', ids(json).includes(id), ids(json).join())
    const others = await walk.bob.get(V2)
    walk.claim('S-096 nobody else’s', !ids(others.json).includes(id), others.text)
  }),

  row('POST', V2, async (walk) => {
    const word = `word${walk.next()}`
    const body = {
      title: word,
      context: CONTEXT,
      filter_action: 'blur',
      expires_in: 3600,
      keywords_attributes: [{ keyword: word }, { keyword: `${word} two`, whole_word: false }],
    }
    const { json } = await serve(walk, { body, missing: { title: 422, context: 422 } })
    walk.later(() => walk.alice.send('DELETE', `${V2}/${json.id}`))
    walk.equal('S-097', [json.title, json.context, json.filter_action], [word, CONTEXT, 'blur'])
    const made = json.keywords.map((one: { whole_word: boolean }) => one.whole_word)
    walk.equal('S-094 S-097 keywords', made, [true, false])
    for (const [what, more, status] of [
      ['S-092', { context: ['elsewhere'] }, 422],
      ['S-093', { filter_action: 'shout' }, 422],
      ['S-094 title', { title: 'x'.repeat(257) }, 422],
      ['S-094 keyword', { keywords_attributes: [{ keyword: 'x'.repeat(513) }] }, 422],
      ['S-098', { keywords_attributes: [{ id: made[0]?.id ?? '1', keyword: 'x' }] }, 404],
    ] as const) {
      walk.refused(what, await walk.alice.post(V2, { ...body, ...more } as Params), status)
    }
  }),

  row('GET', `${V2}/:id`, async (walk) => {
    const { id } = await make(walk)
    await refuseOthers(walk, { id })
    await serve(walk, { params: { id } })
  }),

  row('PUT', `${V2}/:id`, async (walk) => {
    const made = await make(walk, { keywords_attributes: [{ keyword: 'a' }, { keyword: 'b' }] })
    const [a, b] = made.keywords
    await refuseOthers(walk, { id: made.id })
    const body = {
      keywords_attributes: [
        { id: a.id, keyword: 'changed' },
        { id: b.id, _destroy: true },
        { keyword: 'new', whole_word: false },
      ],
    }
    const foreign = { keywords_attributes: [{ id: UNKNOWN_ID, keyword: 'x' }] }
    const path = pathOf(walk.row, { id: made.id })
    walk.refused('S-100 foreign', await walk.alice.send('PUT', path, { body: foreign }), 404)
    const { json } = await serve(walk, { params: { id: made.id }, body })
    const words = json.keywords.map((one: { keyword: string }) => one.keyword)
    walk.equal('S-100 S-101', words, ['changed', 'new'])
    walk.equal('S-100 the rest stays', [json.title, json.context], [made.title, made.context])
  }),

  row('DELETE', `${V2}/:id`, async (walk) => {
    const { id } = await make(walk)
    await refuseOthers(walk, { id })
    await serve(walk, { params: { id } })
  }),
]

const keywordRows: Operation[] = [
  row('GET', KEYWORDS, async (walk) => {
    const { id, keywords } = await make(walk)
    await refuseOthers(walk, { filter_id: id })
    const { json } = await serve(walk, { params: { filter_id: id } })
    walk.equal('S-103', json, keywords)
  }),

  ...['', '/:id'].map((end) =>
    row('POST', `${KEYWORDS}${end}`, async (walk) => {
      const { id } = await make(walk)
      const params = { filter_id: id }
      const path = pathOf(walk.row, { ...params, id: '1' })
      walk.refused('S-104 blank', await walk.alice.post(path, { keyword: ' ' }), 422)
      walk.refused('S-104 foreign', await walk.bob.post(path, { keyword: 'a' }), 404)
      const body = { keyword: 'added', whole_word: false }
      const { json } = await serve(walk, { params, body, suffix: end === '' })
      walk.equal('S-104', [json.keyword, json.whole_word], ['added', false])
    }),
  ),

  ...[V1, V2].flatMap((base) => {
    const path = `${base}/keywords/:id`
    return [
      row('GET', path, async (walk) => {
        const { keywords } = await make(walk)
        await refuseOthers(walk, { id: keywords[0].id })
        await serve(walk, { params: { id: keywords[0].id } })
      }),

      row('PUT', path, async (walk) => {
        const { id } = (await make(walk)).keywords[0]
        await refuseOthers(walk, { id })
        const blank = { body: { keyword: '' } }
        walk.refused(
          'S-106 blank',
          await walk.alice.send('PUT', pathOf(walk.row, { id }), blank),
          422,
        )
        const { json } = await serve(walk, { params: { id }, body: { keyword: 'other' } })
        walk.equal('S-106', json, { id, keyword: 'other', whole_word: true })
      }),

      row('DELETE', path, async (walk) => {
        const { id } = (await make(walk)).keywords[0]
        await refuseOthers(walk, { id })
        const entity = base === V1 ? 'FilterKeyword' : '{}'
        await serve(walk, { params: { id }, entity })
      }),
    ]
  }),
]

const statusRows: Operation[] = [
  row('GET', `${V2}/:filter_id/statuses`, async (walk) => {
    const { filter, entry } = await makeEntry(walk)
    await refuseOthers(walk, { filter_id: filter.id })
    const { json } = await serve(walk, { params: { filter_id: filter.id } })
    walk.equal('S-107', json, [entry])
  }),

  row('POST', `${V2}/:filter_id/statuses`, async (walk) => {
    const { id } = await make(walk)
    const status = await publish(walk, walk.bob)
    const params = { filter_id: id }
    const path = pathOf(walk.row, params)
    const body = { status_id: status.id }
    walk.refused('S-107 foreign', await walk.bob.post(path, body), 404)
    const hidden = await publish(walk, walk.bob, { visibility: 'direct' })
    for (const unseen of [hidden.id, UNKNOWN_ID]) {
      walk.refused('S-108', await walk.alice.post(path, { status_id: unseen }), 422)
    }
    const { json } = await serve(walk, { params, body, missing: { status_id: 422 } })
    walk.equal('S-091', json.status_id, status.id)
    walk.refused('S-108 twice', await walk.alice.post(path, body), 422)
  }),

  row('GET', `${V2}/statuses/:id`, async (walk) => {
    const { id } = (await makeEntry(walk)).entry
    await refuseOthers(walk, { id })
    await serve(walk, { params: { id } })
  }),

  row('DELETE', `${V2}/statuses/:id`, async (walk) => {
    const { id } = (await makeEntry(walk)).entry
    await refuseOthers(walk, { id })
    await serve(walk, { params: { id } })
  }),
]

/** Filters of the first version: each is a keyword. */
const legacyRows: Operation[] = [
  row('GET', V1, async (walk) => {
    const { keywords } = await make(walk, {
      keywords_attributes: ['a', 'b', 'c'].map((keyword) => ({ keyword })),
    })
    const { json } = await serve(walk)
    const own = keywords.filter(({ id }: { id: string }) => ids(json).includes(id))
    walk.equal('S-123', own.length, 3)
  }),

  row('POST', V1, async (walk) => {
    const phrase = `phrase ${walk.next()}`
    const body = { phrase, context: CONTEXT, irreversible: true, expires_in: 60 }
    const { json } = await serve(walk, { body, missing: { phrase: 422, context: 422 } })
    walk.later(() => walk.alice.send('DELETE', `${V1}/${json.id}`))
    walk.equal('S-118 S-120', [json.phrase, json.irreversible], [phrase, true])
    walk.equal('S-094', json.whole_word, true)
  }),

  row('GET', `${V1}/:id`, async (walk) => {
    const { id } = (await make(walk)).keywords[0]
    await refuseOthers(walk, { id })
    await serve(walk, { params: { id } })
  }),

  row('PUT', `${V1}/:id`, async (walk) => {
    const { keywords } = await make(walk, {
      keywords_attributes: [{ keyword: 'a' }, { keyword: 'b' }],
    })
    const { id } = keywords[0]
    await refuseOthers(walk, { id })
    const parent = { body: { phrase: 'x', irreversible: true } }
    walk.refused('S-121', await walk.alice.send('PUT', pathOf(walk.row, { id }), parent), 422)
    const { json } = await serve(walk, { params: { id }, body: { phrase: 'other' } })
    walk.equal('S-121 phrase', json.phrase, 'other')
  }),

  row('DELETE', `${V1}/:id`, async (walk) => {
    const made = await make(walk)
    const { id } = made.keywords[0]
    await refuseOthers(walk, { id })
    await serve(walk, { params: { id } })
    const parent = await walk.alice.get(`${V2}/${made.id}`)
    walk.equal('S-122 the filter stays', parent.json?.keywords, [])
  }),
]

export const filterOperations: Operation[] = [
  ...filterRows,
  ...keywordRows,
  ...statusRows,
  ...legacyRows,
]

/** A filter of alice's until the check is over. */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked by the row that makes them
async function make(walk: Walk, more: Params = {}): Promise<any> {
  const word = `filter${walk.next()}`
  const keywords_attributes = [{ keyword: word }]
  const made = await walk.alice.must('POST', V2, {
    ...{ title: word, context: CONTEXT, keywords_attributes },
    ...more,
  })
  walk.later(() => walk.alice.send('DELETE', `${V2}/${made.id}`))
  return made
}

/** A filter of alice's with a status of bob's in it. */
async function makeEntry(walk: Walk) {
  const filter = await make(walk)
  const { id: status_id } = await publish(walk, walk.bob)
  const entry = await walk.alice.must('POST', `${V2}/${filter.id}/statuses`, { status_id })
  return { filter, entry }
}

/** Other accounts cannot access alice's filters (A51). */
async function refuseOthers(walk: Walk, params: Record<string, string>): Promise<void> {
  const { method } = walk.row
  const example = method === 'GET' ? {} : { body: {} }
  walk.refused('A51', await walk.bob.send(method, pathOf(walk.row, params), example), 404)
}

function ids(list: { id: string }[]): string[] {
  return list.map(({ id }) => id)
}
