import { type Catalogue, render, type Said, said } from './translatable-text.ts'

/** The body of an error: the message and further members. */
export interface Answer {
  message: string
  body: Record<string, unknown>
}

/**
 * Failures whose message is safe to show. HTTP turns each into its status and `{ "error": message }`;
 * any other thrown error is a bug: 500, logged with the request id.
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

  /** The error in another language; what clients compare stays in English (S-560). */
  inLanguage(catalogue: Catalogue): Answer {
    const own = COMPARED.has(this.message) ? undefined : catalogue[this.message]
    return { message: typeof own === 'string' ? own : this.message, body: this.body }
  }
}

/** The problems of a validation, as sentences without Mastodon's prefix. */
export function problemsIn(error: DomainError, catalogue: Catalogue): string {
  if (!(error instanceof ValidationFailed)) return error.inLanguage(catalogue).message
  return error.problems.map((one) => render(one, catalogue)).join(', ')
}

/** Texts that the real server says in English to everybody. */
const COMPARED: ReadonlySet<string> = new Set([
  "Can't verify CSRF token authenticity.",
  'Conflict during update, please try again',
  'Media attachment is currently used by a status',
  'Pagination values for `offset` and `limit` must be positive',
  'Post would be sent to unexpected accounts',
  'Record not found',
  'Search queries pagination is not supported without authentication',
  'Search queries that resolve remote resources are not supported without authentication',
  'The access token is invalid',
  'The access token was revoked',
  'This action is not allowed',
  'This action is outside the authorized scopes',
  'This method is only available to the application the user originally signed-up with',
  'This method is only available while the e-mail is awaiting confirmation',
  'This method requires an authenticated user',
])

/** 400: a required parameter is missing, or a filter parameter is invalid (S-021, S-022) */
export class BadRequest extends DomainError {
  constructor(message: string, options?: { cause?: unknown; body?: Record<string, unknown> }) {
    super(400, message, options)
  }
}

/** 401: a required token is missing or invalid (S-023) */
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

/** 404: it does not exist, or the viewer may not see it; both have the same body (S-028) */
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

/** 410: it existed and is deleted for good */
export class Gone extends DomainError {
  constructor(message = 'Gone') {
    super(410, message)
  }
}

/** 413: larger than the route's limit */
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

/** 422 with a text of its own, where Mastodon answers without `Validation failed` (S-574) */
export class Refused extends Unprocessable {
  readonly problem: Said

  constructor(problem: Said) {
    super(render(problem))
    this.problem = problem
  }

  override inLanguage(catalogue: Catalogue): Answer {
    return { message: render(this.problem, catalogue), body: this.body }
  }
}

/** 422 with the text that clients know from a model validation (S-030), for example `Text can't be blank` */
export class ValidationFailed extends Unprocessable {
  readonly problems: readonly Said[]

  constructor(...problems: (string | Said)[]) {
    const all = problems.map((one) => (typeof one === 'string' ? { text: one, values: {} } : one))
    super(allProblems(all.map((one) => render(one))))
    this.problems = all
  }

  override inLanguage(catalogue: Catalogue): Answer {
    if (!this.problems.every(({ text }) => text in catalogue)) return super.inLanguage(catalogue)
    const texts = this.problems.map((one) => render(one, catalogue))
    return { message: allProblems(texts, catalogue), body: this.body }
  }
}

/** Joins validation problems behind Mastodon's prefix for them. */
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

/** 503: a service that we depend on does not answer; a later try may succeed (S-033) */
export class Unreachable extends DomainError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(503, message, options)
  }
}

/** 503: the store of media files does not answer, or refuses; everything else goes on */
export class StorageUnreachable extends Unreachable {
  constructor(options?: { cause?: unknown }) {
    super('The media storage is not available now; please try again later', options)
  }
}

/** 503: the disk is full; reads still work */
export class StorageFull extends DomainError {
  constructor(options?: { cause?: unknown }) {
    super(503, 'The server has no room left to store this; please try again later', options)
  }
}

/** 503: the database takes no writes at all, by its settings or as a standby; reads still work */
export class ReadOnly extends StorageFull {
  /** for the operator */
  readonly reason: string

  constructor({ reason = UNKNOWN_REASON, ...options }: { cause?: unknown; reason?: string } = {}) {
    super(options)
    this.message = 'The server takes no changes at the moment; please try again later'
    this.reason = reason
  }
}

const UNKNOWN_REASON = 'The database is read-only: it takes no writes at the moment'
