import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, pathOf } from '../walk/walk.ts'

const STATUSES = '/api/v1/statuses'

/** Quotes and quote policies. */
export const quoteOperations: Operation[] = [
  row('GET', `${STATUSES}/:id/quotes`, async (walk) => {
    const { alice, bob, app } = walk
    const { id } = await publish(walk, alice)
    const ids: string[] = []
    for (let made = 0; made < 5; made++) {
      ids.unshift((await publish(walk, bob, { quoted_status_id: id })).id)
    }
    const hidden = { quoted_status_id: id, visibility: 'private' }
    const secret = await publish(walk, bob, hidden)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('only what may be seen', idsOf(json), ids)
    walk.equal('by whom it may', idsOf((await bob.get(pathOf(walk.row, { id }))).json), [
      secret.id,
      ...ids,
    ])
    await checkPages(walk, { as: app, params: { id }, ids })
    const { id: own } = await publish(walk, alice, { visibility: 'private' })
    walk.refused('private', await app.get(pathOf(walk.row, { id: own })), 404)
    checkSuccess(walk, 'private, own', await alice.get(pathOf(walk.row, { id: own })))
  }),

  row('POST', `${STATUSES}/:id/quotes/:quoting_status_id/revoke`, async (walk) => {
    const { alice, bob } = walk
    const { id } = await publish(walk, alice)
    const quoting = await publish(walk, bob, { quoted_status_id: id })
    walk.equal('S-336 accepted', quoting.quote?.state, 'accepted')
    const params = { id, quoting_status_id: quoting.id }
    const byAnother = await bob.post(pathOf(walk.row, params))
    walk.refused('not by another', byAnother, 403, 404)
    const { json } = await serve(walk, { params })
    walk.equal('S-336 revoked', [json.id, json.quote?.state], [quoting.id, 'revoked'])
    walk.equal('S-336 no quoted_status', json.quote?.quoted_status ?? null, null)
    const after = await alice.get(`${STATUSES}/${id}`)
    walk.equal('quotes_count', after.json?.quotes_count, 0)
  }),

  row('PUT', `${STATUSES}/:id/interaction_policy`, async (walk) => {
    const { alice, bob } = walk
    const { id } = await publish(walk, alice, { quote_approval_policy: 'public' })
    const path = pathOf(walk.row, { id })
    const set = (quote_approval_policy: string, as = alice) =>
      as.send('PUT', path, { body: { quote_approval_policy } })
    walk.refused('not by another', await set('nobody', bob), 403, 404)
    walk.refused('unknown policy', await set('somebody'), 422)
    const body = { quote_approval_policy: 'nobody' }
    const { json } = await serve(walk, { params: { id }, body })
    const own = { automatic: [], manual: [], current_user: 'automatic' }
    walk.equal('S-336 nobody', json.quote_approval, own)
    const denied = await bob.get(`${STATUSES}/${id}`)
    walk.equal('S-336 denied', denied.json?.quote_approval?.current_user, 'denied')
    const quote = await bob.post(STATUSES, { status: 'look', quoted_status_id: id })
    walk.refused('S-332 cannot be quoted', quote, 404, 422)
    const patched = await alice.send('PATCH', path, {
      body: { quote_approval_policy: 'followers' },
    })
    walk.equal('S-007', patched.json?.quote_approval?.automatic, ['followers'])
    const open = await set('public')
    walk.equal('S-336 public', open.json?.quote_approval?.automatic, ['public'])
    const secret = await publish(walk, alice, { visibility: 'private' })
    const answer = await alice.send('PUT', pathOf(walk.row, { id: secret.id }), {
      body: { quote_approval_policy: 'public' },
    })
    walk.equal('S-336 private: nobody', answer.json?.quote_approval?.automatic, [])
  }),
]

const idsOf = (list: { id: string }[] | undefined) => list?.map(({ id }) => id)
