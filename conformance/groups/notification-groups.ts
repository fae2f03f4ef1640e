import { act } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf } from '../walk/walk.ts'
import { makeNotifications } from './notifications.ts'

const LIST = '/api/v2/notifications'

/** Notifications in groups (S-260, S-261). */
export const notificationGroupOperations: Operation[] = [
  row('GET', LIST, async (walk) => {
    const { alice } = walk
    const told = await makeNotifications(walk)
    await serve(walk)
    await checkPages(walk, {
      as: alice,
      ids: told.map(({ group_key }) => group_key),
      idOf: ({ group_key }) => group_key,
      member: 'notification_groups',
    })
    const partial = await alice.get(LIST, { expand_accounts: 'partial_avatars' })
    walk.equal('S-261 partial accounts', Array.isArray(partial.json?.partial_accounts), true)
    walk.refused('S-022', await alice.get(LIST, { expand_accounts: 'some' }), 400)
    const alone = await alice.get(LIST, { grouped_types: ['mention'] })
    const keys = alone.json?.notification_groups?.map((one: { group_key: string }) => one.group_key)
    walk.equal(
      'S-260 grouped_types',
      keys,
      told.map(({ id }) => `ungrouped-${id}`),
    )
  }),

  row('GET', `${LIST}/:group_key`, async (walk) => {
    const [mention, , , favourite] = await makeNotifications(walk)
    const group_key = favourite?.group_key ?? ''
    const { json } = await serve(walk, { params: { group_key } })
    walk.equal('is the one', json.notification_groups?.[0]?.group_key, group_key)
    const foreign = pathOf(walk.row, { group_key: mention?.group_key ?? '' })
    walk.refused("another's", await walk.bob.get(foreign), 404)
  }),

  row('POST', `${LIST}/:group_key/dismiss`, async (walk) => {
    const [latest, ...others] = await makeNotifications(walk)
    const group_key = latest?.group_key ?? ''
    walk.refused("S-254 another's", await walk.bob.post(pathOf(walk.row, { group_key })), 404)
    await serve(walk, { params: { group_key } })
    const left = (await walk.alice.get(LIST)).json?.notification_groups?.length
    walk.equal('gone', left, others.length)
  }),

  row('POST', `${LIST}/clear`, async (walk) => {
    await makeNotifications(walk)
    await serve(walk)
    walk.equal('nothing left', (await walk.alice.get(LIST)).json?.notification_groups, [])
  }),

  row('GET', `${LIST}/:group_key/accounts`, async (walk) => {
    const { alice, bob, carol, dora } = walk
    const told = await makeNotifications(walk)
    const favourite = told.find(({ type }) => type === 'favourite')
    const group_key = favourite?.group_key ?? ''
    for (const other of [carol, dora]) await act(other, 'favourite', favourite?.status?.id ?? '')
    await serve(walk, { params: { group_key }, unknown: 200 })
    const ids = [dora.id, carol.id, bob.id]
    await checkPages(walk, { as: alice, params: { group_key }, ids })
    const foreign = await walk.bob.get(pathOf(walk.row, { group_key }))
    walk.equal("another's", foreign.json, [])
  }),

  row('GET', `${LIST}/unread_count`, async (walk) => {
    const told = await makeNotifications(walk)
    const { json } = await serve(walk)
    walk.equal('S-255 all', json.count, 4)
    const read = { notifications: { last_read_id: told[1]?.id } }
    await walk.alice.must('POST', '/api/v1/markers', read)
    walk.equal('S-255 after the marker', (await walk.alice.get(walk.row.path)).json?.count, 1)
  }),
]
