/** State of an inbox's host after a try. */
export type HostState =
  /** it answered */
  | 'lives'
  /** it did not answer, or only a proxy in front of it did */
  | 'fails'
  /** it asked us to wait */
  | 'waits'
  /** no request was sent */
  | 'unknown'

/** The result of one try of a delivery. */
export interface Verdict {
  result: 'accepted' | 'refused' | 'retry'
  host: HostState
  /** HTTP status of the response; null without a response */
  status: number | null
  /** error text for the sender */
  error: string | null
  /** ms of the host's `Retry-After` */
  wait: number | null
}

/** Sent by proxies in front of a server that is down; 52x and 530 are Cloudflare's. */
const OF_PROXIES = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530])
/** Statuses below 500 that may change on a later try. */
const PASSING = new Set([401, 408, 425, 429])
/** Statuses from 500 on that do not change on a later try. */
const LASTING = new Set([501, 505])

/**
 * Maps an HTTP response to a verdict. A redirect was not accepted by anybody and may be temporary, so it
 * is retried.
 *
 * @param answer.wait ms of its `Retry-After`
 */
export function verdictOf(answer: {
  status: number
  wait: number | null
  error: string | null
}): Verdict {
  const { status, wait } = answer
  const error = answer.error === null ? `HTTP ${status}` : `HTTP ${status}: ${answer.error}`
  if (status >= 200 && status < 300) {
    return { result: 'accepted', host: 'lives', status, error: null, wait: null }
  }
  // The account or the whole server is gone; in the latter case later requests fail.
  if (status === 410) return { result: 'refused', host: 'fails', status, error, wait: null }
  if (status === 429) return { result: 'retry', host: 'waits', status, error, wait }
  if (OF_PROXIES.has(status)) return { result: 'retry', host: 'fails', status, error, wait }
  const refused = LASTING.has(status) || (status >= 400 && status < 500 && !PASSING.has(status))
  return { result: refused ? 'refused' : 'retry', host: 'lives', status, error, wait }
}

/** No response came: the delivery is retried later. */
export function unanswered(error: string): Verdict {
  return { result: 'retry', host: 'fails', status: null, error, wait: null }
}

/** The activity may never be sent to that host. */
export function unsendable(error: string): Verdict {
  return { result: 'refused', host: 'unknown', status: null, error, wait: null }
}

/** The request could not be prepared. */
export function unready(error: string): Verdict {
  return { result: 'retry', host: 'unknown', status: null, error, wait: null }
}
