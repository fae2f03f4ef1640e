import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'

/** What the staff did. */
export const auditOperations: Operation[] = [
  row('GET', '/api/rookery/v1/admin/audit_log', async (walk) => {
    await serve(walk)
  }),
]
