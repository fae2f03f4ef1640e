import { Gone, NotFound, Unreachable } from '../base/errors.ts'
import { parseUrl } from '../base/parse-url.ts'
import type { App } from '../core/app.ts'

import type { DomainBudget } from '../net/domain-budget.ts'
import { EgressFailed, EgressRefused } from '../net/errors.ts'
import type { EgressResponse } from '../net/exchange.ts'
import type { HeaderFields } from '../net/headers.ts'
import type { HopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import type { Document } from './as2.ts'
import { waitOf } from './delivery/retry.ts'
import { instanceSigningKey } from './instance-keys.ts'
import { ACCEPT, isActivityJson } from './media-types.ts'
import type { Found } from './proved-document.ts'
import { readJson } from './read-json.ts'
import { signCavage } from './signatures/cavage.ts'

const MAX_BYTES = 1 << 20
const TIMEOUT = 10_000
/** ms to wait for a free fetch slot of the domain */
const PATIENCE = 3000
/** ms of the pause for a host that answered 429 */
const PAUSE = { default: 60_000, longest: 15 * 60_000 }

interface Budgets {
  /** for addresses on the way */
  budget: HopBudget
  /** for requests */
  spends: DomainBudget
}

/**
 * Fetches one Activity Streams document, signed by the instance actor. It does not check the document's id.
 *
 * @throws NotFound, Unreachable as `fetchDocument` does; NotFound has a `Gone` as its cause for 410
 */
export async function fetchJson(app: App, uri: string, budgets: Budgets): Promise<Found> {
  const url = parseUrl(uri)
  if (url === null) throw new NotFound()
  const ran = await app.federation.fetching.run(url.hostname, PATIENCE, () =>
    exchange(app, uri, budgets),
  )
  if (ran === null) throw new Unreachable(`${url.hostname} is asked for too much at once`)
  const { done: response } = ran
  checkStatus(app, response)
  if (!isActivityJson(response.headers['content-type'])) throw new NotFound()
  return { document: read(response.body), url: response.url }
}

async function exchange(
  app: App,
  uri: string,
  { budget, spends }: Budgets,
): Promise<EgressResponse> {
  try {
    return await app.egress.fetch({
      url: uri,
      headers: { accept: ACCEPT },
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT,
      budget,
      onHop: (url) => checkHop(app, url, spends),
    })
  } catch (error) {
    if (error instanceof EgressRefused) throw new NotFound(undefined, { cause: error })
    if (!(error instanceof EgressFailed)) throw error
    const lasts = error.reason === 'too_large' || error.reason === 'encoding'
    if (lasts) throw new NotFound(undefined, { cause: error })
    throw new Unreachable(error.message, { cause: error })
  }
}

/**
 * Checks each address on the way and signs the request to it.
 * @throws NotFound, Unreachable
 */
async function checkHop(app: App, url: URL, spends: DomainBudget): Promise<HeaderFields> {
  const { actors, pauses } = app.federation
  if (sameOrigin(url, app.config.origin)) throw new NotFound()
  if (!(await actors.federatesWith(app, url.host))) throw new NotFound()
  if ((pauses.get(url.host) ?? 0) > app.clock() || !spends.spend(url.hostname)) {
    throw new Unreachable(`${url.hostname} is asked for too much`)
  }
  const key = await instanceSigningKey(app, 'rsa')
  return signCavage({ key, method: 'GET', url, digest: null, now: app.clock() })
}

function checkStatus(app: App, { status, headers, url }: EgressResponse): void {
  if (status >= 200 && status < 300) return
  const { host } = new URL(url)
  if (status === 429) {
    const pause = waitOf(headers['retry-after'], app.clock()) ?? PAUSE.default
    app.federation.pauses.set(host, app.clock() + Math.min(pause, PAUSE.longest))
  }
  if (status === 429 || status === 408 || status >= 500) {
    throw new Unreachable(`${host} answered ${status}`)
  }
  throw new NotFound(undefined, status === 410 ? { cause: new Gone() } : {})
}

function read(body: Buffer): Document {
  let document: Document | null
  try {
    document = readJson(body)
  } catch (cause) {
    throw new NotFound(undefined, { cause })
  }
  if (document === null) throw new NotFound()
  return document
}
