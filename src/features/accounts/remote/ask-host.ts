import { Unreachable } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { DomainBudget } from '../../../kernel/net/domain-budget.ts'
import { EgressFailed, EgressRefused } from '../../../kernel/net/errors.ts'
import type { EgressResponse } from '../../../kernel/net/exchange.ts'
import { domainPolicy, federatesWith } from '../../instance/domain-policy.ts'

/** decoded bytes: a document about one handle takes a few hundred */
const MAX_BYTES = 64 * 1024
const TIMEOUT = 10_000
/** ms to wait for other requests to the same domain */
const PATIENCE = 10_000

/**
 * Fetches a well-known URL of another server.
 *
 * @param spends counts the requests
 * @returns the text; null if there is no such document, or we do not federate with the server
 * @throws Unreachable if the server cannot be reached now
 */
export async function askHost(
  app: App,
  address: string,
  accept: readonly string[],
  spends: DomainBudget,
): Promise<string | null> {
  const url = parseUrl(address)
  if (url === null) return null
  const answer = await app.federation.fetching.run(url.hostname, PATIENCE, () =>
    ask(app, url, accept, spends),
  )
  if (answer === null) throw new Unreachable(`${url.hostname} is being asked too much`)
  return answer.done
}

async function ask(
  app: App,
  url: URL,
  accept: readonly string[],
  spends: DomainBudget,
): Promise<string | null> {
  const onHop = (hop: URL) => enter(app, hop, spends)
  const request = { url, accept, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT, onHop }
  try {
    return textOf(url, await app.egress.fetch(request))
  } catch (cause) {
    if (cause instanceof EgressRefused) return null
    if (!(cause instanceof EgressFailed)) throw cause
    if (['too_large', 'content_type', 'encoding', 'headers'].includes(cause.reason)) return null
    throw new Unreachable(`${url.hostname} cannot be reached`, { cause })
  }
}

/** Checks each URL on the way, redirects included: we must federate with its server. */
async function enter(
  app: App,
  { host, hostname }: URL,
  spends: DomainBudget,
): Promise<Record<string, never>> {
  const policy = await app.cached.get(domainPolicy)
  if (!federatesWith(app.config, policy, host)) {
    throw new EgressRefused('host', `${hostname} is no server that we federate with`)
  }
  if (!spends.spend(hostname)) {
    throw new Unreachable(`${hostname} was asked too often`)
  }
  return {}
}

function textOf(url: URL, { status, body }: EgressResponse): string | null {
  if (status >= 200 && status < 300) return body.toString('utf8')
  if (status === 429 || status >= 500) throw new Unreachable(`${url.hostname} answered ${status}`)
  return null
}
