import type { App } from '../app.ts'
import { Gone, NotFound, Unreachable } from '../errors.ts'

import { EgressFailed, EgressRefused } from '../net/errors.ts'
import type { EgressResponse } from '../net/exchange.ts'
import type { HeaderFields } from '../net/headers.ts'
import type { HopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import type { Document } from './as2.ts'
import { waitOf } from './delivery/retry.ts'
import { instanceSigningKey } from './instance-keys.ts'
import { ACCEPT, isActivityJson } from './media-types.ts'
import type { Found } from './proved.ts'
import { readJson } from './read-json.ts'
import { signCavage } from './signatures/cavage.ts'

const MAX_BYTES = 1 << 20
const TIMEOUT = 10_000
/** ms to wait until fewer documents of the domain are being fetched */
const PATIENCE = 3000
/** ms to leave a host alone that says it has enough of us */
const PAUSE = { default: 60_000, longest: 15 * 60_000 }

/**
 * Asks for one Activity Streams document, signed by the instance actor; whose it is, is not looked at.
 *
 * @throws NotFound, Unreachable as `fetchDocument` does; the former with a `Gone` as its cause for 410
 */
export async function ask(app: App, uri: string, budget: HopBudget): Promise<Found> {
  const url = URL.parse(uri)
  if (url === null) throw new NotFound()
  const ran = await app.federation.fetching.run(url.hostname, PATIENCE, () =>
    exchange(app, uri, budget),
  )
  if (ran === null) throw new Unreachable(`${url.hostname} is asked for too much at once`)
  const { done: response } = ran
  checkStatus(app, response)
  if (!isActivityJson(response.headers['content-type'])) throw new NotFound()
  return { document: read(response.body), url: response.url }
}

async function exchange(app: App, uri: string, budget: HopBudget): Promise<EgressResponse> {
  try {
    return await app.egress.fetch({
      url: uri,
      headers: { accept: ACCEPT },
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT,
      budget,
      onHop: (url) => enter(app, url),
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
 * Checks each address on the way, and signs for it.
 * @throws NotFound, Unreachable
 */
async function enter(app: App, url: URL): Promise<HeaderFields> {
  const { actors, fetches, pauses } = app.federation
  if (sameOrigin(url, app.config.origin)) throw new NotFound()
  if (!(await actors.federatesWith(app, url.host))) throw new NotFound()
  if ((pauses.get(url.host) ?? 0) > app.clock() || !fetches.spend(url.hostname)) {
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
