import { toJson } from '../../kernel/base/json.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { Pagination } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import {
  blockDomain,
  countTies,
  pageOfDomainBlocks,
  readBlockedDomain,
  unblockDomain,
} from './domain-blocks.ts'

/** default number of domains per page; the maximum is twice that */
const PAGE = 100

const PATH = '/api/v1/domain_blocks'
const Domain = Type.Object({ domain: Type.String({ default: '' }) })

export const domainBlockRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/domain_blocks/#get
  server.get(
    PATH,
    { config: { scope: 'read:blocks' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfDomainBlocks(app.db, { accountId: viewerOf(request).id }, page)
      const ids = rows.map((row) => row.id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'since_id' })
      return toJson(rows.map((row) => row.domain))
    },
  )

  server.get(
    `${PATH}/preview`,
    { config: { scope: 'write:blocks' }, schema: { querystring: Domain } },
    async (request) => {
      const domain = readBlockedDomain(app.config, request.query.domain)
      return toJson(await countTies(app.slowDb, viewerOf(request).id, domain))
    },
  )

  // https://docs.joinmastodon.org/methods/domain_blocks/#block
  server.post(
    PATH,
    { config: { scope: 'write:blocks' }, schema: { body: Domain } },
    async (request) => {
      const domain = readBlockedDomain(app.config, request.body.domain)
      await app.transact((tx) => blockDomain(tx, viewerOf(request).id, domain))
      return toJson({})
    },
  )

  // https://docs.joinmastodon.org/methods/domain_blocks/#unblock
  server.delete(
    PATH,
    { config: { scope: 'write:blocks' }, schema: { body: Domain } },
    async (request) => {
      const domain = readBlockedDomain(app.config, request.body.domain)
      await app.transact((tx) => unblockDomain(tx, viewerOf(request).id, domain))
      return toJson({})
    },
  )
}
