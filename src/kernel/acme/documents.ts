import { AuthorityAway, type AuthorityProblem, refusalOf } from './problem.ts'

/** The addresses of an authority. @see https://www.rfc-editor.org/rfc/rfc8555#section-7.1.1 */
export interface Directory {
  newNonce: string
  newAccount: string
  newOrder: string
  /** @see https://www.rfc-editor.org/rfc/rfc9773#section-3 */
  renewalInfo: string | null
  /** accounts are made elsewhere first, and bound to it with a key */
  needsBinding: boolean
}

export interface Order {
  status: string
  authorizations: readonly string[]
  finalize: string
  certificate: string | null
  error: AuthorityProblem | null
}

export interface Authorization {
  status: string
  challenges: readonly Challenge[]
}

export interface Challenge {
  type: string
  url: string
  token: string
  error: AuthorityProblem | null
}

type Json = Record<string, unknown>

/** more than one name and its forms need */
const MOST_AUTHORIZATIONS = 5
const MOST_CHALLENGES = 20
/** @see https://www.rfc-editor.org/rfc/rfc8555#section-8.1 */
const TOKEN = /^[\w-]{16,128}$/

export function readDirectory(text: string): Directory {
  const json = objectIn(text)
  const { meta, renewalInfo } = json
  const binding = (meta as Json | undefined)?.externalAccountRequired
  return {
    newNonce: textIn(json, 'newNonce'),
    newAccount: textIn(json, 'newAccount'),
    newOrder: textIn(json, 'newOrder'),
    renewalInfo: typeof renewalInfo === 'string' ? renewalInfo : null,
    needsBinding: binding === true,
  }
}

export function readOrder(text: string): Order {
  const json = objectIn(text)
  const { authorizations, certificate, error } = json
  return {
    status: textIn(json, 'status'),
    authorizations: listOf(authorizations, MOST_AUTHORIZATIONS).filter(isText),
    finalize: textIn(json, 'finalize'),
    certificate: isText(certificate) ? certificate : null,
    error: error ? refusalOf(error) : null,
  }
}

export function readAuthorization(text: string): Authorization {
  const json = objectIn(text)
  const challenges = listOf(json.challenges, MOST_CHALLENGES) as Json[]
  return {
    status: textIn(json, 'status'),
    challenges: challenges.flatMap((given) => {
      const { type, url, token, error } = given ?? {}
      if (!isText(type) || !isText(url) || !isText(token) || !TOKEN.test(token)) return []
      return [{ type, url, token, error: error ? refusalOf(error) : null }]
    }),
  }
}

/** @throws AuthorityAway */
export function objectIn(text: string): Json {
  const value = parse(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new AuthorityAway('the authority answers with something that is no document', {
    isOther: true,
  })
}

/** Null for what is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function textIn(json: Json, name: string): string {
  const value = json[name]
  if (isText(value)) return value
  throw new AuthorityAway(`the authority answers without "${name}"`, { isOther: true })
}

function listOf(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
