/** Why a call failed. The message is the server's own, for people; `advice` says what they can do. */
export class ApiError extends Error {
  /** of HTTP; 0 if no answer came */
  readonly status: number
  /** what is wrong with single fields, by their names */
  readonly details: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body.error === 'string' ? body.error : fallback(status))
    this.status = status
    this.body = body
    this.details = readDetails(body.details)
  }

  get advice(): string {
    if (this.status === 0) return 'Check your connection and try again. What you typed is kept.'
    if (this.status === 403) return 'Somebody with a higher role can do this.'
    if (this.status === 404) return 'It may have been removed meanwhile: go back to the list.'
    if (this.status === 429) return 'Wait a few minutes, then try again.'
    if (this.status >= 500) return 'Try again in a moment. If it stays, the server’s log says why.'
    return ''
  }
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(0, { error: error instanceof Error ? error.message : String(error) })
}

function fallback(status: number): string {
  return status === 0 ? 'The server does not answer' : `The server answered ${status}`
}

/** `{name: text}`, or Mastodon's `{name: [{error, description}]}`. */
function readDetails(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null) return {}
  return Object.fromEntries(
    Object.entries(details).map(([name, problem]) => [name, textOf(problem)]),
  )
}

function textOf(problem: unknown): string {
  if (Array.isArray(problem)) return problem.map(textOf).join('. ')
  if (typeof problem !== 'object' || problem === null) return String(problem)
  const { description, error } = problem as { description?: unknown; error?: unknown }
  return String(description ?? error ?? '')
}
