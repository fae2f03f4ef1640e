import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Demanded, Id, IdList } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { type Account, getReachableAccount } from '../accounts/queries.ts'
import { createReport, type ReportInput, readCategory } from './create.ts'
import { collectionsOf, visibleStatusesOf } from './queries.ts'
import { loadReports } from './serializer.ts'

const MOST_STATUSES = 200
const MOST_COLLECTIONS = 50
const MOST_DOMAINS = 20

const ReportBody = Type.Object({
  account_id: Demanded(Id),
  status_ids: Type.Optional(IdList),
  collection_ids: Type.Optional(IdList),
  comment: Type.String({ default: '' }),
  forward: Type.Boolean({ default: false }),
  forward_to_domains: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_DOMAINS })),
  category: Type.Optional(Type.String()),
  rule_ids: Type.Optional(IdList),
})

export const routes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/reports/#post
  server.post(
    '/api/v1/reports',
    {
      config: { scope: 'write:reports', limits: ['reports'] },
      schema: { body: ReportBody },
    },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { body } = request
      const target = await getReachableAccount(app.db, body.account_id)
      if (target.suspended_at !== null) throw new NotFound()
      const input = { accountId, ...(await readReport(app, accountId, target, body)) }
      await spend(request, 'reports')
      const id = await app.transact((tx) => createReport(tx, input))
      return (await loadReports(app, [id])).get(id)
    },
  )
}

type Body = Static<typeof ReportBody>

/**
 * @throws NotFound for a status of another account than the target, or one that the reporter may
 * not see
 */
async function readReport(
  app: App,
  accountId: string,
  target: Account,
  body: Body,
): Promise<Omit<ReportInput, 'accountId'>> {
  const statusIds = [...new Set(body.status_ids ?? [])]
  if (statusIds.length > MOST_STATUSES) {
    throw new ValidationFailed(
      said('Statuses are too many (maximum is {max})', { max: MOST_STATUSES }),
    )
  }
  const seen = await visibleStatusesOf(app.db, target.id, accountId, statusIds)
  if (seen.length < statusIds.length) throw new NotFound()
  const collectionIds = await readCollections(app, target, body)
  const ruleIds = body.rule_ids ?? []
  return {
    targetId: target.id,
    statusIds,
    collectionIds,
    comment: body.comment,
    category: ruleIds.length > 0 ? 'violation' : readCategory(body.category),
    ruleIds,
    forwardTo: forwardTo(target, body),
  }
}

/** @throws NotFound for a collection of another account than the target */
async function readCollections(app: App, target: Account, body: Body): Promise<string[]> {
  const ids = [...new Set(body.collection_ids ?? [])]
  if (ids.length > MOST_COLLECTIONS) {
    throw new ValidationFailed(`Collections are too many (maximum is ${MOST_COLLECTIONS})`)
  }
  const known = await collectionsOf(app.db, target.id, { ids })
  if (known.length < ids.length) throw new NotFound()
  return known
}

/** Domains that get the report; null if the account is local. */
function forwardTo({ domain }: Account, { forward, forward_to_domains }: Body): string[] | null {
  if (domain === null) return null
  if (!forward) return []
  return [...new Set((forward_to_domains ?? [domain]).map((name) => name.trim().toLowerCase()))]
}
