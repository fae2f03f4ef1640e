import { readJson } from '../../kernel/activitypub/read-json.ts'
import { WEEK } from '../../kernel/base/durations.ts'
import { DomainError } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { textIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { EgressFailed, EgressRefused } from '../../kernel/net/errors.ts'
import { domainPolicy } from '../instance/domain-policy.ts'

const ASK = 'moderation.ask_software'
const TIMEOUT = 10_000
const MAX_BYTES = 256 << 10
const LONGEST = 100
/** in order of preference; all have the same name and version members */
const SCHEMAS = ['2.1', '2.0', '1.1', '1.0'].map(
  (version) => `http://nodeinfo.diaspora.software/ns/schema/${version}`,
)

export interface PeerSoftware {
  domain: string
  software: string | null
  version: string | null
}

/**
 * The known software of servers. Jobs refetch it for servers not queried for a week.
 *
 * @param places domains with the host of their accounts
 */
export async function loadSoftware(
  { slowDb, clock, deferredJobs }: Pick<App, 'slowDb' | 'clock' | 'deferredJobs'>,
  places: readonly { domain: string; host: string }[],
): Promise<Map<string, PeerSoftware>> {
  const rows = await softwareOf(
    slowDb,
    places.map(({ domain }) => domain),
  )
  const known = new Map(rows.map((row) => [row.domain, row]))
  for (const { domain, host } of places) {
    const askedAt = known.get(domain)?.asked_at ?? 0
    if (clock() - askedAt < WEEK) continue
    deferredJobs.add({ kind: ASK, payload: { domain, host }, uniqueKey: domain })
  }
  return known
}

function softwareOf(db: Db, domains: readonly string[]) {
  return db
    .selectFrom('peer_software')
    .selectAll()
    .where(textIn(db, 'domain', domains))
    .execute()
}

export const jobs: JobHandlers = {
  [ASK]: {
    maxAttempts: 1,
    lapses: true,
    run: (app, { domain, host }) => askSoftware(app, String(domain), String(host)),
  },
}

/** @see https://nodeinfo.diaspora.software/protocol.html */
async function askSoftware(app: App, domain: string, host: string): Promise<void> {
  const policy = await app.cached.get(domainPolicy)
  const said = policy.isSuspended(domain) ? null : await softwareAt(app, host)
  const found = { software: said?.software ?? null, version: said?.version ?? null }
  await app.transact(async (tx) => {
    const row = { ...found, asked_at: tx.now }
    await tx.db
      .insertInto('peer_software')
      .values({ domain, ...row })
      .onConflict((conflict) => conflict.column('domain').doUpdateSet(row))
      .execute()
  })
}

async function softwareAt(app: App, host: string) {
  // servers on loopback do not use TLS
  const scheme = parseUrl(app.config.origin)?.protocol ?? 'https:'
  const index = await fetchObject(app, `${scheme}//${host}/.well-known/nodeinfo`)
  const links = Array.isArray(index?.links) ? (index.links as unknown[]) : []
  const hrefs = SCHEMAS.flatMap((schema) => links.flatMap((link) => hrefOf(link, schema)))
  const own = hrefs.find((href) => parseUrl(href)?.host === host)
  const document = own === undefined ? null : await fetchObject(app, own)
  const software = asObject(document?.software)
  return { software: textOf(software?.name), version: textOf(software?.version) }
}

function hrefOf(link: unknown, schema: string): string[] {
  const { rel, href } = asObject(link) ?? {}
  return rel === schema && typeof href === 'string' ? [href] : []
}

async function fetchObject(app: App, url: string): Promise<Record<string, unknown> | null> {
  try {
    const { status, body } = await app.egress.fetch({
      url,
      accept: ['application/json', 'application/*', 'text/plain'],
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT,
    })
    return status === 200 ? readJson(body) : null
  } catch (error) {
    const isTheirs =
      error instanceof EgressFailed ||
      error instanceof EgressRefused ||
      error instanceof DomainError
    if (isTheirs) return null
    throw error
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.replaceAll('\u0000', '').toWellFormed().trim().slice(0, LONGEST)
  return text === '' ? null : text
}
