/** An answer of the authority that is a refusal; its message is one line for the operator. */
export class AuthorityProblem extends Error {
  /** without `urn:ietf:params:acme:error:` */
  readonly type: string
  /** ms since 1970 before which asking again is useless; null: it was not said */
  readonly retryAt: number | null

  constructor(type: string, detail: string, retryAt: number | null = null) {
    super(detail === '' ? type : `${detail} (${type})`)
    this.name = new.target.name
    this.type = type
    this.retryAt = retryAt
  }

  /** It says nothing about what was asked for. */
  get passes(): boolean {
    return this.type === 'rateLimited' || this.type === 'serverInternal'
  }
}

/** The authority does not answer, or says what nobody understands: another try may work. */
export class AuthorityAway extends Error {
  /** something answers at the address, as no authority does: it is a wrong one, unlike that of an authority out of order */
  readonly isOther: boolean

  constructor(
    message: string,
    { isOther = false, ...options }: ErrorOptions & { isOther?: boolean } = {},
  ) {
    super(message, options)
    this.name = new.target.name
    this.isOther = isOther
  }
}

const PREFIX = 'urn:ietf:params:acme:error:'
const LONGEST = 500

/**
 * A problem document, whoever wrote it.
 * @param given parsed JSON, or anything else
 * @see https://www.rfc-editor.org/rfc/rfc8555#section-6.7
 */
export function refusalOf(given: unknown, retryAt: number | null = null): AuthorityProblem {
  const { type, detail, subproblems } = (given ?? {}) as Record<string, unknown>
  const details = [detail, ...(Array.isArray(subproblems) ? subproblems : []).map(detailOf)]
  const text = details.filter((one) => typeof one === 'string').join('; ')
  const name = typeof type === 'string' ? type.replace(PREFIX, '') : 'no reason given'
  return new AuthorityProblem(oneLine(name), oneLine(text), retryAt)
}

function detailOf(problem: unknown): unknown {
  return (problem as { detail?: unknown } | null)?.detail
}

/** Words of others, for a line of ours. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
