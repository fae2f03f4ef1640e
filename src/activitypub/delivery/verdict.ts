/** How the host of an inbox stands after a try. */
export type Standing =
  /** it answered */
  | 'lives'
  /** it did not, or only what stands in front of it did */
  | 'fails'
  /** it asked us to wait */
  | 'waits'
  /** it was not asked */
  | 'unknown'

/** What a try of a delivery says. */
export interface Verdict {
  result: 'accepted' | 'refused' | 'retry'
  host: Standing
  /** HTTP status of the answer; null without one */
  status: number | null
  /** what went wrong, for the sender to read */
  error: string | null
  /** ms that the host asked us to wait */
  wait: number | null
}

/** Said by what stands in front of a server that is down; 52x and 530 are Cloudflare's. */
const OF_PROXIES = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530])
/** Answers below 500 that may be another one later. */
const PASSING = new Set([401, 408, 425, 429])
/** Answers from 500 on that stay the same. */
const LASTING = new Set([501, 505])

/**
 * What an HTTP answer to an activity means. A redirect is an answer of nobody who took it: it may
 * be gone later.
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
  // The account is gone, or all of the server: then it fails from now on.
  if (status === 410) return { result: 'refused', host: 'fails', status, error, wait: null }
  if (status === 429) return { result: 'retry', host: 'waits', status, error, wait }
  if (OF_PROXIES.has(status)) return { result: 'retry', host: 'fails', status, error, wait }
  const refused = LASTING.has(status) || (status >= 400 && status < 500 && !PASSING.has(status))
  return { result: refused ? 'refused' : 'retry', host: 'lives', status, error, wait }
}

/** No answer came: the host is asked again later. */
export function unanswered(error: string): Verdict {
  return { result: 'retry', host: 'fails', status: null, error, wait: null }
}

/** It may never be sent there. */
export function unsendable(error: string): Verdict {
  return { result: 'refused', host: 'unknown', status: null, error, wait: null }
}

/** It could not be made ready for sending. */
export function unready(error: string): Verdict {
  return { result: 'retry', host: 'unknown', status: null, error, wait: null }
}
