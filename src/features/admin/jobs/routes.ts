import type { FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/core/app.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import {
  countJobs,
  dropJob,
  findJob,
  pageOfJobs,
  RETRIED_AT_ONCE,
  retryJob,
  retryParkedJobs,
} from '../../../kernel/jobs/operator.ts'
import type { Job } from '../../../kernel/jobs/queries.ts'
import { actAs } from '../../audit/act.ts'
import { presentJob, presentKind } from './entity.ts'

const JOBS = '/api/rookery/v1/admin/jobs'
const PAGE = 40
const READ = { scope: 'admin:read', permission: 'devops' } as const
const WRITE = { scope: 'admin:write', permission: 'devops' } as const

const Query = Type.Object({
  ...paginationFields,
  state: Type.Optional(
    Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('parked')]),
  ),
  kind: Type.Optional(Type.String()),
})
const Choice = Type.Object({ kind: Type.Optional(Type.String()) })

/** Background jobs, including failed ones. */
export const routes: Routes = (server, app) => {
  server.get(JOBS, { config: READ, schema: { querystring: Query } }, async (request, reply) => {
    const { state = 'parked', kind } = request.query
    const page = pageOf(request.query, PAGE)
    const jobs = await pageOfJobs(app.slowDb, { state, kind }, page)
    const ids = jobs.map(({ id }) => id)
    paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
    return jobs.map(presentJob)
  })
  server.get(`${JOBS}/summary`, { config: READ }, async () => ({
    kinds: (await countJobs(app.slowDb)).map(presentKind),
  }))
  server.post(
    `${JOBS}/:id/retry`,
    { config: WRITE, schema: { params: IdParams } },
    async (request) => {
      const { id } = request.params
      const job = await actAs(app, request, async (tx, staff) => {
        const before = await retryJob(tx, id)
        await staff.audit({ action: 'retry', target: targetOf(before) })
        // a job that duplicates a queued one is removed
        return (await findJob(tx.db, id)) ?? before
      })
      return presentJob(job)
    },
  )
  server.delete(`${JOBS}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const job = await dropJob(tx, request.params.id)
      const { payload, last_error } = presentJob(job)
      await staff.audit({ action: 'drop', target: targetOf(job), details: { payload, last_error } })
    })
    return {}
  })
  server.post(
    `${JOBS}/retry_all`,
    { config: WRITE, schema: { body: Choice } },
    async (request) => ({
      count: await retryAll(app, request, request.body.kind),
    }),
  )
}

function targetOf({ id, kind }: Job) {
  return { type: 'job', id, label: kind }
}

/**
 * In batches, so that other transactions are not delayed; each batch is one entry of the audit log.
 */
async function retryAll(app: App, request: FastifyRequest, kind?: string): Promise<number> {
  let all = 0
  for (;;) {
    const count = await actAs(app, request, async (tx, staff) => {
      const retried = await retryParkedJobs(tx, kind === undefined ? 'all' : { kind })
      const target = { type: 'job', id: null, label: kind ?? '' }
      if (retried === 0) staff.unchanged()
      else await staff.audit({ action: 'retry_all', target, details: { count: retried } })
      return retried
    })
    all += count
    if (count < RETRIED_AT_ONCE) return all
  }
}
