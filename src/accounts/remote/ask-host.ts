import type { App } from '../../app.ts'
import { Unreachable } from '../../errors.ts'
import { domainPolicy, federatesWith } from '../../instance/domain-policy.ts'
import { EgressFailed, EgressRefused } from '../../net/errors.ts'
import type { EgressResponse } from '../../net/exchange.ts'

/** decoded bytes: descriptions of one handle are a few hundred */
const MAX_BYTES = 64 * 1024
const TIMEOUT = 10_000
/** ms to wait for others who ask the same domain */
const PATIENCE = 10_000

/**
 * What another server says about itself at a well-known address.
 *
 * @returns the text; null if it says nothing of that kind, or we do not federate with it
 * @throws Unreachable if that cannot be found out now
 */
export async function askHost(
  app: App,
  address: string,
  accept: readonly string[],
): Promise<string | null> {
  const url = URL.parse(address)
  if (url === null) return null
  const answer = await app.federation.fetching.run(url.hostname, PATIENCE, () =>
    ask(app, url, accept),
  )
  if (answer === null) throw new Unreachable(`${url.hostname} is being asked too much`)
  return answer.done
}

async function ask(app: App, url: URL, accept: readonly string[]): Promise<string | null> {
  const onHop = (hop: URL) => enter(app, hop)
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

/** Each address on the way, redirects included, is of a server that we federate with. */
async function enter(app: App, { host, hostname }: URL): Promise<Record<string, never>> {
  const policy = await app.cached.get(domainPolicy)
  if (!federatesWith(app.config, policy, host)) {
    throw new EgressRefused('host', `${hostname} is no server that we federate with`)
  }
  if (!app.federation.fetches.spend(hostname)) {
    throw new Unreachable(`${hostname} was asked too often`)
  }
  return {}
}

function textOf(url: URL, { status, body }: EgressResponse): string | null {
  if (status >= 200 && status < 300) return body.toString('utf8')
  if (status === 429 || status >= 500) throw new Unreachable(`${url.hostname} answered ${status}`)
  return null
}
