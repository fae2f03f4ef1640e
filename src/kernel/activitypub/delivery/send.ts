import type { App } from '../../core/app.ts'
import { EgressFailed, EgressRefused } from '../../net/errors.ts'
import type { EgressResponse } from '../../net/exchange.ts'
import type { HeaderFields } from '../../net/headers.ts'
import { storable } from '../../text/storable.ts'
import type { SigningKey } from '../actor-directory.ts'
import { signCavage } from '../signatures/cavage.ts'
import { signRfc9421 } from '../signatures/rfc9421.ts'
import type { OutgoingActivity } from './activities.ts'
import { unanswered, unsendable, type Verdict, verdictOf } from './outcome.ts'
import { waitOf } from './retry.ts'

/** ms for one request, from the DNS lookup to the end of the response */
const TIMEOUT = 10_000
/** maximum bytes of a response */
const MAX_ANSWER = 16 * 1024
/** maximum characters of a server's error text */
const MAX_ERROR = 200

const CONTENT_TYPE = 'application/activity+json'

export interface Sending {
  activity: OutgoingActivity
  inboxUri: string
  host: string
  /** whether RFC 9421 is tried first, else draft-cavage */
  prefersRfc9421: boolean
}

export interface Sent {
  verdict: Verdict
  /** the signature scheme that the host accepted, or that is to be tried first again */
  prefersRfc9421: boolean
}

/**
 * Sends an activity once. If a host refuses one signature scheme (400, 401), the other scheme is tried
 * at once. Failures of the connection are verdicts too.
 *
 * @see https://swicg.github.io/activitypub-http-signature/#how-to-upgrade-supported-versions
 */
export async function send(app: App, sending: Sending): Promise<Sent> {
  const { prefersRfc9421 } = sending
  try {
    const request = await prepare(app, sending)
    const first = await post(app, request, prefersRfc9421)
    if (first.status !== 400 && first.status !== 401) {
      return { verdict: verdictFor(first, app.clock()), prefersRfc9421 }
    }
    const second = await post(app, request, !prefersRfc9421)
    const verdict = verdictFor(second, app.clock())
    if (verdict.result === 'accepted') return { verdict, prefersRfc9421: !prefersRfc9421 }
    return { verdict: verdictFor(first, app.clock()), prefersRfc9421 }
  } catch (error) {
    return { verdict: verdictOfError(error), prefersRfc9421 }
  }
}

interface Request {
  url: URL
  key: SigningKey
  activity: OutgoingActivity
  headers: HeaderFields
}

async function prepare(app: App, { activity, inboxUri, host }: Sending): Promise<Request> {
  const { actors } = app.federation
  const { senderId, synchronize } = activity
  const key = await actors.signingKey(app, senderId, 'rsa')
  const headers: HeaderFields = { 'content-type': CONTENT_TYPE }
  if (synchronize && senderId !== null) {
    const header = await actors.synchronizationHeader(app, senderId, host)
    if (header !== null) headers['collection-synchronization'] = header
  }
  return { url: new URL(inboxUri), key, activity, headers }
}

type Answer = Pick<EgressResponse, 'status' | 'headers' | 'body'>

async function post(app: App, request: Request, rfc9421: boolean): Promise<Answer> {
  const { url, key, activity, headers } = request
  const { body, digest } = activity
  const sign = rfc9421 ? signRfc9421 : signCavage
  const signed = await sign({ key, method: 'POST', url, digest, now: app.clock() })
  try {
    return await app.egress.fetch({
      url,
      method: 'POST',
      headers: { ...headers, ...signed },
      body,
      // a recipient recognises a repeated activity by its id
      mayRepeat: true,
      maxBytes: MAX_ANSWER,
      timeoutMs: TIMEOUT,
    })
  } catch (error) {
    // Only the body of a successful response is refused for its content: the activity was accepted.
    if (isAboutBody(error)) return { status: 202, headers: {}, body: Buffer.alloc(0) }
    throw error
  }
}

function isAboutBody(error: unknown): boolean {
  return (
    error instanceof EgressFailed && (error.reason === 'too_large' || error.reason === 'encoding')
  )
}

function verdictFor({ status, headers, body }: Answer, now: number): Verdict {
  const wait = waitOf(headers['retry-after'], now)
  return verdictOf({ status, wait, error: status < 300 ? null : errorIn(body) })
}

/** The error text in the usual form `{ "error": … }`. */
function errorIn(body: Buffer): string | null {
  try {
    const { error } = JSON.parse(body.toString('utf8'))
    return typeof error === 'string' && error !== '' ? withoutControls(error) : null
  } catch {
    return null
  }
}

function withoutControls(text: string): string {
  return storable(text.slice(0, MAX_ERROR)).replace(/\p{Cc}+/gu, ' ')
}

function verdictOfError(error: unknown): Verdict {
  if (error instanceof EgressRefused) return unsendable(error.message)
  if (error instanceof EgressFailed) return unanswered(error.message)
  throw error
}
