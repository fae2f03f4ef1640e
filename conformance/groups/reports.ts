import { publish } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'

/** Reports to the staff. */
export const reportOperations: Operation[] = [
  row('POST', '/api/v1/reports', async (walk) => {
    const { alice, bob, carol, row } = walk
    const status = await publish(walk, bob)
    const body = { account_id: bob.id, status_ids: [status.id], comment: 'rude', category: 'spam' }
    const { json } = await serve(walk, { body, missing: { account_id: 400 } })
    walk.equal('what was said', [json.category, json.comment], ['spam', 'rude'])
    walk.equal('statuses', json.status_ids, [status.id])
    walk.equal('target', json.target_account?.id, bob.id)
    walk.equal('nobody to forward to', json.forwarded, false)
    const foreign = await publish(walk, carol)
    const ask = (more: Record<string, string | string[]>) =>
      alice.post(row.path, { account_id: bob.id, ...more })
    walk.refused('S-356 unknown account', await ask({ account_id: UNKNOWN_ID }), 404)
    walk.refused('S-356 foreign status', await ask({ status_ids: [foreign.id] }), 404)
    walk.refused('S-356 long comment', await ask({ comment: 'x'.repeat(1001) }), 422)
    walk.refused('S-356 no rules', await ask({ category: 'violation' }), 422)
    walk.refused('S-356 unknown rules', await ask({ rule_ids: [UNKNOWN_ID] }), 422)
    const plain = await ask({})
    walk.equal('S-356 default category', plain.json?.category, 'other')
  }),
]
