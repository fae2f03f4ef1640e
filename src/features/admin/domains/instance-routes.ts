import {
  dropWaiting,
  restartDeliveries,
  stopDeliveries,
} from '../../../kernel/activitypub/delivery/stop-and-restart.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { offsetLinks } from '../../../kernel/http/link-header.ts'
import { limitOf, offsetFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { presentDomainBlock } from '../../instance/domain-block-entity.ts'
import { canonicalDomain } from '../../instance/domain-policy.ts'
import { purgeDomain } from '../../moderation/purge-domain.ts'
import { presentDomainAllow } from './domain-allow-routes.ts'
import { type InstanceFacts, loadInstances } from './instance-facts.ts'
import { instanceNames, isKnown } from './instances.ts'

const PATH = '/api/rookery/v1/admin/instances'
const PAGE = 40

const Query = Type.Object({
  ...offsetFields,
  domain: Type.Optional(Type.String({ maxLength: 253 })),
  limited: Type.Optional(
    Type.Union([
      Type.Literal('suspend'),
      Type.Literal('silence'),
      Type.Literal('noop'),
      Type.Literal('allowed'),
    ]),
  ),
  availability: Type.Optional(Type.Union([Type.Literal('failing'), Type.Literal('unavailable')])),
})
const Params = Type.Object({ domain: Type.String() })

/** Other servers, for the staff: Rookery's own, see docs/spec/surface.tsv. */
export const instanceRoutes: Routes = (server, app) => {
  const permission = 'manageFederation'
  const reads = { scope: 'admin:read', permission } as const
  const writes = {
    config: { scope: 'admin:write', permission },
    schema: { params: Params },
  } as const

  server.get(PATH, { config: reads, schema: { querystring: Query } }, async (request, reply) => {
    const { domain = '', limited = null, availability = null, offset = 0 } = request.query
    const limit = limitOf(request.query, PAGE)
    const wanted = { domain: domain.trim(), limited, availability, limit, offset }
    const names = await instanceNames(app.slowDb, wanted, app.clock())
    offsetLinks(request, reply, { count: names.length, limit, offset })
    return (await loadInstances(app, names)).map(present)
  })

  server.get(`${PATH}/:domain`, { config: reads, schema: { params: Params } }, async (request) =>
    present(await getInstance(app, request.params.domain)),
  )

  server.post(`${PATH}/:domain/restart_deliveries`, writes, async (request) => {
    const { domain, hosts } = await getInstance(app, request.params.domain)
    await actAs(app, request, async (tx, staff) => {
      await restartDeliveries(tx, hosts)
      await staff.audit({ action: 'restart_deliveries', target: targetOf(domain) })
    })
    return present(await getInstance(app, domain))
  })

  server.post(`${PATH}/:domain/stop_deliveries`, writes, async (request) => {
    const { domain, hosts, availability } = await getInstance(app, request.params.domain)
    await actAs(app, request, async (tx, staff) => {
      stopDeliveries(tx, hosts)
      const details = { waiting: availability.waiting }
      await staff.audit({ action: 'stop_deliveries', target: targetOf(domain), details })
    })
    await dropWaiting(app, hosts)
    return present(await getInstance(app, domain))
  })

  server.post(`${PATH}/:domain/purge`, writes, async (request) => {
    const { domain, hosts, accounts } = await getInstance(app, request.params.domain)
    await actAs(app, request, async (tx, staff) => {
      purgeDomain(tx, domain, hosts)
      await staff.audit({ action: 'purge', target: targetOf(domain), details: { accounts } })
    })
    return {}
  })
}

/** @throws NotFound if the domain is unknown here */
async function getInstance(app: App, text: string): Promise<InstanceFacts> {
  const domain = canonicalDomain(text)
  if (!(await isKnown(app.slowDb, domain))) throw new NotFound()
  const [found] = await loadInstances(app, [domain])
  return found!
}

function present(instance: InstanceFacts) {
  const { domain, software, version, accounts, block, allow, availability, ...times } = instance
  const timeOf = (at: number | null) => (at === null ? null : isoTime(at))
  return {
    domain,
    software,
    version,
    accounts_count: accounts,
    first_seen_at: timeOf(times.firstSeenAt),
    last_seen_at: timeOf(times.lastSeenAt),
    domain_block: block === null ? null : presentDomainBlock(block),
    domain_allow: allow === null ? null : presentDomainAllow(allow),
    availability: {
      state: availability.state,
      failing_since: timeOf(availability.failingSince),
      last_error: availability.lastError,
      waiting_deliveries: availability.waiting,
    },
  }
}

function targetOf(domain: string) {
  return { type: 'instance', id: null, label: domain }
}
