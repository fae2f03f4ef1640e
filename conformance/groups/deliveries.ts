import { eventually, publish } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { becomesFollower, deliver, followingAlice, meetStranger } from '../walk/other-server.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const MANY = 3

/** Reports of the deliveries of statuses. */
export const deliveryOperations: Operation[] = [
  row('GET', '/api/rookery/v1/statuses/:id/deliveries', async (walk) => {
    walk.refused('unknown', await walk.alice.get(pathOf(walk.row, { id: UNKNOWN_ID })), 404)
    if (!(await haveFollowers(walk))) return
    const { id } = await publish(walk, walk.alice)
    const path = pathOf(walk.row, { id })
    const report = await eventually(
      async () => (await walk.alice.get(path)).json,
      (found) => found?.accepted === MANY,
    )
    const { accepted, waiting, failed } = report ?? {}
    walk.equal(
      'what became of them',
      { accepted, waiting, failed },
      { accepted: MANY, waiting: 0, failed: 0 },
    )
    const { json } = await serve(walk, { params: { id } })
    const states = json.deliveries?.map((one: Delivery) => [
      one.activity,
      one.state,
      one.last_status,
    ])
    walk.equal('each', states, Array(MANY).fill(['Create', 'accepted', 202]))
    const ids = json.deliveries?.map((one: Delivery) => one.id) ?? []
    await checkPages(walk, { as: walk.alice, params: { id }, ids, member: 'deliveries' })
    walk.refused('of another', await walk.bob.get(path), 404)
  }),
]

interface Delivery {
  id: string
  activity: string
  state: string
  last_status: number | null
}

/** Gives alice followers on several other servers. */
async function haveFollowers(walk: Walk): Promise<boolean> {
  for (let made = 0; made < MANY; made++) {
    const stranger = await meetStranger(walk)
    if (stranger === null) return false
    const follow = await followingAlice(walk, stranger)
    await deliver(stranger, follow, { inbox: `${walk.base}/inbox` })
    walk.claim('has a follower elsewhere', await becomesFollower(walk, stranger))
  }
  return true
}
