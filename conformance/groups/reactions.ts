import { publish } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const PATH = '/api/v1/pleroma/statuses/:id/reactions'
const CROW = '🐦'

/** Emoji reactions, as in Pleroma. */
export const reactionOperations: Operation[] = [
  row('PUT', `${PATH}/:emoji`, async (walk) => {
    const { id } = await publish(walk, walk.bob)
    const params = { id, emoji: CROW }
    await checkUnknown(walk)
    const { json } = await serve(walk, { params, unknown: false })
    walk.equal('shown', reactionsOf(json), [[CROW, 1, true]])
    const again = await walk.alice.send('PUT', pathOf(walk.row, params))
    walk.equal('again', reactionsOf(again.json), [[CROW, 1, true]])
    const other = await walk.bob.send('PUT', pathOf(walk.row, params))
    walk.equal('by another', reactionsOf(other.json), [[CROW, 2, true]])
    const word = await walk.alice.send('PUT', pathOf(walk.row, { id, emoji: 'no_such_emoji' }))
    walk.refused('no emoji', word, 422)
  }),

  row('DELETE', `${PATH}/:emoji`, async (walk) => {
    const { id } = await publish(walk, walk.bob)
    const params = { id, emoji: CROW }
    await react(walk, id)
    await checkUnknown(walk)
    const { json } = await serve(walk, { params, unknown: false })
    walk.equal('gone', reactionsOf(json), [])
    const again = await walk.alice.send('DELETE', pathOf(walk.row, params))
    walk.equal('again', [again.status, reactionsOf(again.json)], [200, []])
  }),

  row('GET', PATH, async (walk) => {
    const { id } = await publish(walk, walk.bob)
    await react(walk, id)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('by whom', byWhom(json), [[CROW, 1, true, [walk.alice.id]]])
    const open = await walk.anonymous.get(pathOf(walk.row, { id }))
    walk.equal('anonymous', open.json?.[0]?.me, false)
    const { id: secret } = await publish(walk, walk.bob, { visibility: 'private' })
    walk.refused('private', await walk.alice.get(pathOf(walk.row, { id: secret })), 404)
  }),

  row('GET', `${PATH}/:emoji`, async (walk) => {
    const { id } = await publish(walk, walk.bob)
    await react(walk, id)
    await react(walk, id, '🎉')
    await checkUnknown(walk)
    const { json } = await serve(walk, { params: { id, emoji: CROW }, unknown: false })
    walk.equal('only this one', byWhom(json), [[CROW, 1, true, [walk.alice.id]]])
    const none = await walk.alice.get(pathOf(walk.row, { id, emoji: '🌍' }))
    walk.equal('none of another', none.json, [])
  }),
]

async function react(walk: Walk, id: string, emoji = CROW): Promise<void> {
  await walk.alice.must(
    'PUT',
    `${pathOf({ ...walk.row, path: PATH }, { id })}/${encodeURIComponent(emoji)}`,
  )
}

/** For an unknown status; an absent reaction is no error if there is nothing to do. */
async function checkUnknown({ alice, row, refused }: Walk): Promise<void> {
  const path = pathOf(row, { id: UNKNOWN_ID, emoji: CROW })
  refused('unknown status', await alice.send(row.method, path), 404)
}

interface Reaction {
  name: string
  count: number
  me: boolean
  accounts: { id: string }[]
}

function reactionsOf(status: { emoji_reactions: Reaction[] } | undefined) {
  return status?.emoji_reactions?.map(({ name, count, me }) => [name, count, me])
}

function byWhom(reactions: Reaction[] | undefined) {
  return reactions?.map(({ name, count, me, accounts }) => [
    name,
    count,
    me,
    accounts?.map(({ id }) => id),
  ])
}
