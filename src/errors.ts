import { type Catalogue, render, type Said, said } from './text/said.ts'

/** The body of an error: the message, and members beside it. */
export interface Answer {
  message: string
  body: Record<string, unknown>
}

/**
 * Failures whose message is safe to show. HTTP turns each into its status and `{ "error": message }`;
 * anything else that is thrown is a bug: 500, logged with the request id.
 */
export class DomainError extends Error {
  readonly statusCode: number
  /** merged into the JSON body beside `error` (for example `details`) */
  readonly body: Record<string, unknown>

  constructor(
    statusCode: number,
    message: string,
    options: { cause?: unknown; body?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.statusCode = statusCode
    this.body = options.body ?? {}
  }

  /** The same for people who speak another language; what clients compare stays in English (S-560). */
  inLanguage(_catalogue: Catalogue): Answer {
    return { message: this.message, body: this.body }
  }
}

/** 400: a required parameter is missing, or a filter parameter makes no sense (S-021, S-022) */
export class BadRequest extends DomainError {
  constructor(message: string, options?: { cause?: unknown; body?: Record<string, unknown> }) {
    super(400, message, options)
  }
}

/** 401: no usable token where one is needed (S-023) */
export class Unauthorized extends DomainError {
  constructor(message = 'The access token is invalid', options?: { cause?: unknown }) {
    super(401, message, options)
  }
}

/** 403: known object, action not permitted (S-024, S-026, S-029) */
export class Forbidden extends DomainError {
  constructor(message = 'This action is not allowed', options?: { cause?: unknown }) {
    super(403, message, options)
  }
}

/** 404: not there, or the viewer may not see it; both have the same body (S-028) */
export class NotFound extends DomainError {
  constructor(message = 'Record not found', options?: { cause?: unknown }) {
    super(404, message, options)
  }
}

/** 409: a lost optimistic lock (S-031) */
export class Conflict extends DomainError {
  constructor(message = 'Conflict during update, please try again') {
    super(409, message)
  }
}

/** 410: was here and is gone for good */
export class Gone extends DomainError {
  constructor(message = 'Gone') {
    super(410, message)
  }
}

/** 413: more bytes than this route takes */
export class PayloadTooLarge extends DomainError {
  constructor(message = 'The request is too large') {
    super(413, message)
  }
}

/** 422: well-formed but not acceptable (S-030); `details` as S-272 where given */
export class Unprocessable extends DomainError {
  constructor(message: string, options?: { cause?: unknown; body?: Record<string, unknown> }) {
    super(422, message, options)
  }
}

/** 422 with the text clients know from a model validation (S-030), for example `Text can't be blank` */
export class ValidationFailed extends Unprocessable {
  readonly problems: readonly Said[]

  constructor(...problems: (string | Said)[]) {
    const all = problems.map((one) => (typeof one === 'string' ? said(one) : one))
    super(allProblems(all.map((one) => render(one))))
    this.problems = all
  }

  override inLanguage(catalogue: Catalogue): Answer {
    if (!this.problems.every(({ text }) => text in catalogue)) return super.inLanguage(catalogue)
    const texts = this.problems.map((one) => render(one, catalogue))
    return { message: allProblems(texts, catalogue), body: this.body }
  }
}

/** How the real server begins what a model's validation found. */
export function allProblems(problems: readonly string[], catalogue: Catalogue = {}): string {
  return render(said('Validation failed: {problems}', { problems: problems.join(', ') }), catalogue)
}

/** 429: `retryAt` in ms since 1970 (S-032) */
export class TooManyRequests extends DomainError {
  readonly retryAt: number
  constructor(retryAt: number) {
    super(429, 'Too many requests')
    this.retryAt = retryAt
  }
}

/** 503: something we depend on does not answer; trying later may work (S-033) */
export class Unreachable extends DomainError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(503, message, options)
  }
}

/** 503: the disk is full; reading goes on */
export class StorageFull extends DomainError {
  constructor(options?: { cause?: unknown }) {
    super(503, 'The server has no room left to store this; please try again later', options)
  }
}
