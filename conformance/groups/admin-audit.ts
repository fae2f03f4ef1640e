import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'

const ADMIN = '/api/rookery/v1/admin'
const MANY = 5

/** What the staff did. */
export const auditOperations: Operation[] = [
  row('GET', `${ADMIN}/audit_log`, async (walk) => {
    const jobs = await walk.owner.get(`${ADMIN}/jobs?state=waiting&limit=1`)
    const id = jobs.json?.[0]?.id
    for (let made = 0; made < MANY; made++) {
      walk.status('a write', await walk.owner.post(`${ADMIN}/jobs/${id}/retry`, {}), 200)
    }
    const { json } = await serve(walk, { query: { target_type: 'job', target_id: id } })
    const first = json?.[0]
    walk.equal('what was done', [first?.action, first?.target?.id], ['retry', id])
    walk.equal('who did it', first?.account?.username, walk.owner.username)
    const ids = (json ?? []).map((entry: { id: string }) => entry.id)
    await checkPages(walk, { as: walk.owner, query: { target_type: 'job', target_id: id }, ids })
  }),
]
