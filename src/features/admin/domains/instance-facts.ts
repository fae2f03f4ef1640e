import { isGivenUp } from '../../../kernel/activitypub/delivery/retry.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn, textIn } from '../../../kernel/db/id-in.ts'
import type { DomainAllow } from '../../instance/domain-allows.ts'
import type { DomainBlock } from '../../instance/domain-blocks.ts'
import { coveringNames } from '../../instance/domain-policy.ts'
import { loadSoftware } from '../../moderation/peer-software.ts'

/** Data about a server; times in ms since 1970. */
export interface InstanceFacts {
  domain: string
  software: string | null
  version: string | null
  accounts: number
  firstSeenAt: number | null
  lastSeenAt: number | null
  /** the block in force for it, possibly of a parent domain */
  block: DomainBlock | null
  allow: DomainAllow | null
  /** hosts of its accounts */
  hosts: string[]
  availability: Availability
}

export interface Availability {
  state: 'ok' | 'failing' | 'unavailable'
  failingSince: number | null
  lastError: string | null
  waiting: number
}

/** The number of queries does not depend on the number of domains. */
export async function loadInstances(
  app: App,
  domains: readonly string[],
): Promise<InstanceFacts[]> {
  const { slowDb: db } = app
  const now = app.clock()
  const places = Map.groupBy(await placesOf(db, domains), ({ domain }) => domain)
  const hostsOf = (domain: string) => [
    ...new Set([domain, ...(places.get(domain) ?? []).map(({ host }) => host)]),
  ]
  const peers = await loadPeers(db, domains.flatMap(hostsOf))
  const decisions = await loadDecisions(db, domains)
  const met = domains.filter((domain) => places.has(domain))
  const software = await loadSoftware(
    app,
    met.map((domain) => ({ domain, host: hostsOf(domain).at(-1)! })),
  )
  return domains.map((domain) => {
    const at = places.get(domain) ?? []
    const hosts = hostsOf(domain)
    const own = hosts.flatMap((host) => peers.get(host) ?? [])
    const first = at.map(({ first_seen_at }) => first_seen_at)
    const last = [
      ...at.map(({ last_fetched_at }) => last_fetched_at),
      ...own.map((peer) => peer.last_success_at),
    ]
    return {
      domain,
      hosts,
      software: software.get(domain)?.software ?? null,
      version: software.get(domain)?.version ?? null,
      accounts: at.reduce((sum, { accounts_count }) => sum + accounts_count, 0),
      firstSeenAt: first.length === 0 ? null : Math.min(...first),
      lastSeenAt: latest(last),
      block: coveringNames(domain).flatMap((name) => decisions.blocks.get(name) ?? [])[0] ?? null,
      allow: decisions.allows.get(domain) ?? null,
      availability: availabilityOf(own, now),
    }
  })
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Hosts of the accounts of each domain. */
function placesOf(db: Db, domains: readonly string[]) {
  return db
    .selectFrom('domain_host')
    .select(['domain', 'host', 'accounts_count', 'first_seen_at', 'last_fetched_at'])
    .where(textIn(db, 'domain', domains))
    .where('accounts_count', '>', 0)
    .execute()
}

interface Peer {
  failures: number
  failing_since: number | null
  last_success_at: number | null
  waiting: number
  lastError: string | null
}

async function loadPeers(db: Db, hosts: readonly string[]): Promise<Map<string, Peer>> {
  const rows = await db
    .selectFrom('peer_host')
    .select(['host', 'failures', 'failing_since', 'last_success_at'])
    .where(textIn(db, 'host', hosts))
    .execute()
  const waiting = await db
    .selectFrom('delivery')
    .where(textIn(db, 'host', hosts))
    .where('state', '=', 'waiting')
    .select((eb) => ['host', eb.fn.countAll<number>().as('many')])
    .groupBy('host')
    .execute()
  const errors = await lastErrors(
    db,
    rows.filter(({ failures }) => failures > 0).map(({ host }) => host),
  )
  const many = new Map(waiting.map((row) => [row.host, row.many]))
  return new Map(
    rows.map((row) => {
      const { host } = row
      return [host, { ...row, waiting: many.get(host) ?? 0, lastError: errors.get(host) ?? null }]
    }),
  )
}

async function lastErrors(db: Db, hosts: readonly string[]): Promise<Map<string, string | null>> {
  if (hosts.length === 0) return new Map()
  const last = await db
    .selectFrom('delivery')
    .where(textIn(db, 'host', hosts))
    .where('last_error', 'is not', null)
    .select((eb) => eb.fn.max('id').as('id'))
    .groupBy('host')
    .execute()
  const ids = last.map(({ id }) => id)
  const rows = await db
    .selectFrom('delivery')
    .select(['host', 'last_error'])
    .where(idIn(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ host, last_error }) => [host, last_error]))
}

/** The availability of a server's hosts: the worst one counts. */
function availabilityOf(peers: readonly Peer[], now: number): Availability {
  const waiting = peers.reduce((sum, peer) => sum + peer.waiting, 0)
  const [worst] = peers
    .filter((peer) => peer.failures > 0)
    .sort((a, b) => (a.failing_since ?? now) - (b.failing_since ?? now))
  if (worst === undefined) return { state: 'ok', failingSince: null, lastError: null, waiting }
  const { failing_since: failingSince, lastError } = worst
  const isOver = failingSince !== null && isGivenUp(failingSince, now)
  return { state: isOver ? 'unavailable' : 'failing', failingSince, lastError, waiting }
}

async function loadDecisions(db: Db, domains: readonly string[]) {
  const covering = [...new Set(domains.flatMap(coveringNames))]
  const blocks = await db
    .selectFrom('domain_block')
    .selectAll()
    .where(textIn(db, 'domain', covering))
    .execute()
  const allows = await db
    .selectFrom('domain_allow')
    .selectAll()
    .where(textIn(db, 'domain', domains))
    .execute()
  return {
    blocks: new Map(blocks.map((block) => [block.domain, block])),
    allows: new Map(allows.map((allow) => [allow.domain, allow])),
  }
}
