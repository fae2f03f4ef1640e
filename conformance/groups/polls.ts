import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

export const pollOperations: Operation[] = [
  row('GET', '/api/v1/polls/:id', async (walk) => {
    const poll = await ask(walk)
    const { json } = await serve(walk, { params: { id: poll.id } })
    walk.equal('S-140', [json.voted, json.own_votes, json.expired], [false, [], false])
    const own = await walk.bob.get(pathOf(walk.row, { id: poll.id }))
    walk.equal('S-343 author', [own.json?.voted, own.json?.own_votes], [true, []])
    const open = await walk.anonymous.get(pathOf(walk.row, { id: poll.id }))
    walk.equal('S-015 anonymous', Object.hasOwn(open.json ?? {}, 'voted'), false)
    const secret = await ask(walk, { hide_totals: true })
    const totals = (await walk.alice.get(pathOf(walk.row, { id: secret.id }))).json?.options
    walk.equal('S-343 hidden totals', totals?.[0]?.votes_count, null)
    const hidden = await ask(walk, {}, 'private')
    for (const as of [walk.anonymous, walk.alice]) {
      walk.refused('S-341 private', await as.get(pathOf(walk.row, { id: hidden.id })), 404)
    }
  }),

  row('POST', '/api/v1/polls/:id/votes', async (walk) => {
    const poll = await ask(walk)
    const vote = (id: string, choices: number[], as = walk.alice) =>
      as.post(pathOf(walk.row, { id }), { choices })
    walk.refused('S-342 out of range', await vote(poll.id, [2]), 422)
    walk.refused('S-342 two of a single choice', await vote(poll.id, [0, 1]), 422)
    walk.refused('S-342 own poll', await vote(poll.id, [0], walk.bob), 422)
    const { json } = await serve(walk, {
      params: { id: poll.id },
      body: { choices: [1] },
      missing: { choices: 400 },
    })
    walk.equal('S-342', [json.voted, json.own_votes, json.votes_count], [true, [1], 1])
    walk.equal(
      'counts',
      json.options.map((option: { votes_count: number }) => option.votes_count),
      [0, 1],
    )
    walk.refused('S-342 again', await vote(poll.id, [0]), 422)
    const several = await ask(walk, { multiple: true })
    const both = await vote(several.id, [0, 1])
    walk.equal('S-342 multiple', both.json?.own_votes?.toSorted(), [0, 1])
    walk.equal('S-342 voters', [both.json?.voters_count, both.json?.votes_count], [1, 2])
    const hidden = await ask(walk, {}, 'private')
    walk.refused('S-341 private', await vote(hidden.id, [0]), 404)
  }),
]

// biome-ignore lint/suspicious/noExplicitAny: the entity is checked by the rows
async function ask(walk: Walk, more = {}, visibility = 'public'): Promise<any> {
  const poll = { options: ['Yes', 'No'], expires_in: 3600, ...more }
  return (await publish(walk, walk.bob, { poll, visibility })).poll
}
