export type RefusalReason =
  | 'url' // cannot be parsed, control characters, an address in an unusual spelling
  | 'scheme'
  | 'userinfo'
  | 'port'
  | 'host' // a name that is never public: localhost, .local, a single label
  | 'address'
  | 'redirects'
  | 'loop'
  | 'request' // a method or header that cannot be sent

export type FailureReason =
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'headers'
  | 'encoding'
  | 'content_type'

/** The policy forbids the request, on every try. The message is safe to show. */
export class EgressRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EgressRefused'
    this.reason = reason
  }
}

/** The request got no usable response; a later try may. The message is safe to show. */
export class EgressFailed extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EgressFailed'
    this.reason = reason
  }
}

/**
 * Converts an error of the HTTP client, TLS or a decoder into one of ours.
 *
 * @param host of the other server, for the message
 */
export function asEgressError(error: unknown, host: string): EgressRefused | EgressFailed {
  if (error instanceof EgressRefused || error instanceof EgressFailed) return error
  const code = errorCode(error)
  const options = { cause: error }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new EgressRefused('request', `The request to ${host} cannot be sent`, options)
  }
  if (/TIMEOUT|ETIMEDOUT/.test(code)) {
    return new EgressFailed('timeout', `${host} took too long to answer`, options)
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new EgressFailed('headers', `${host} sent too many headers`, options)
  }
  if (/^(ERR_SSL_|EPROTO)/.test(code)) {
    return new EgressFailed('tls', `${host} and this server agree on no encryption`, options)
  }
  if (/CERT|TLS|SIGNATURE/.test(code)) {
    return new EgressFailed('tls', `The certificate of ${host} cannot be trusted`, options)
  }
  if (/^(Z_|ERR__ERROR|ERR_BROTLI|ERR_PADDING|ERR_ZSTD)/.test(code)) {
    return new EgressFailed('encoding', `${host} sent a body that cannot be decoded`, options)
  }
  return new EgressFailed('connection', `${host} cannot be reached`, options)
}

function errorCode(error: unknown): string {
  const coded = error instanceof AggregateError ? error.errors[0] : error
  if (coded instanceof Error && 'code' in coded && typeof coded.code === 'string') return coded.code
  return ''
}
