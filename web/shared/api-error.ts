import { t } from './i18n.ts'

/** stands for the status where nothing was asked of the server */
const OWN_MISTAKE = -1

/** Why a call failed. The message is the server's own, for people; `advice` says what they can do. */
export class ApiError extends Error {
  /** of HTTP; 0 if no answer came; negative if the program failed by itself */
  readonly status: number
  /** what is wrong with single fields, by their names */
  readonly details: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, answer: Record<string, unknown>) {
    // collections have message and details one level further in
    const { error } = answer
    const body =
      typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : answer
    super(typeof body.error === 'string' ? body.error : fallback(status))
    this.status = status
    this.body = body
    this.details = readDetails(body.details)
  }

  get advice(): string {
    if (this.status === 0) return t('Check your connection and try again.')
    if (this.status === OWN_MISTAKE) return t('Load the page again if it stays.')
    if (this.status === 403)
      return t('Ask those who run this server if you think that it should be.')
    if (this.status === 404) return t('It may have been removed meanwhile.')
    if (this.status === 429) return t('Wait a few minutes, then try again.')
    if (this.status < 500) return ''
    return t('Try again in a moment. If it stays, those who run this server find why in its log.')
  }
}

/** Converts any error to one that can be shown; an error that no response caused is a bug of the program. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnreached(error)) return new ApiError(0, {})
  console.error(error)
  return new ApiError(OWN_MISTAKE, {})
}

/** A part of the program that could not be fetched; only the words say so, and each browser has its own. */
const isUnreached = (error: unknown): boolean =>
  error instanceof Error &&
  /^(failed to fetch|networkerror|load failed|error loading|importing a module|unable to preload)/i.test(
    error.message,
  )

function fallback(status: number): string {
  if (status === 0) return t('The server does not answer')
  if (status === OWN_MISTAKE) return t('Something went wrong in this page')
  return t('The server answered {status}', { status })
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
