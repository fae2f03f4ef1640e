import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'

const ADMIN = '/api/rookery/v1/admin'
const MANY = 4

/** The audit log. */
export const auditOperations: Operation[] = [
  row('GET', `${ADMIN}/audit_log`, async (walk) => {
    const url = `https://webhook${walk.next()}.invalid/`
    const events = ['report.created']
    const { id } = await walk.owner.must('POST', `${ADMIN}/webhooks`, { url, events })
    walk.later(() => walk.owner.send('DELETE', `${ADMIN}/webhooks/${id}`))
    for (let made = 0; made < MANY; made++) {
      await walk.owner.must('PUT', `${ADMIN}/webhooks/${id}`, { enabled: false })
    }
    const query = { target_type: 'webhook', target_id: id }
    const { json } = await serve(walk, { query })
    const actions = json?.map((entry: { action: string }) => entry.action)
    walk.equal('newest first', actions, [...Array(MANY).fill('update'), 'create'])
    walk.equal('of what', json?.[0]?.target, { type: 'webhook', id, label: url })
    walk.equal('who did it', json?.[0]?.account?.username, walk.owner.username)
    const ids = (json ?? []).map((entry: { id: string }) => entry.id)
    await checkPages(walk, { as: walk.owner, query, ids })
  }),
]
