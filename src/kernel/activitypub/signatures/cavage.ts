import { BadRequest, Unauthorized } from '../../base/errors.ts'
import type { HeaderFields } from '../../net/headers.ts'
import type { KeyAlgorithm } from '../actor-directory.ts'
import { checkDigest, type DigestHeader } from './digest.ts'
import {
  ANY,
  type Claim,
  checkTimes,
  ED25519,
  fieldOf,
  type Place,
  RSA,
  type SignedRequest,
} from './request.ts'
import { type Signing, signText } from './signing.ts'

/** `hs2019` does not name an algorithm: the key's type decides. */
const ALGORITHMS: ReadonlyMap<string, readonly KeyAlgorithm[]> = new Map([
  ['rsa-sha256', RSA],
  ['ed25519', ED25519],
  ['hs2019', ANY],
])
const MOST_FIELDS = 32

/**
 * Reads a draft-cavage signature and checks its covered headers, its time and the body's digest. The key
 * is not checked.
 *
 * @throws BadRequest if it is malformed
 * @throws Unauthorized
 * @see https://datatracker.ietf.org/doc/html/draft-cavage-http-signatures-12
 */
export function readCavage(request: SignedRequest, place: Place, now: number): Claim {
  const params = readParams(String(request.headers.signature))
  const { keyId, signature, algorithm = 'hs2019' } = params
  if (!keyId || !signature) throw new BadRequest('The signature lacks its key or itself')
  const algorithms = ALGORITHMS.get(algorithm.toLowerCase())
  if (algorithms === undefined) throw new Unauthorized('The signature is of no kind known here')
  const covered = (params.headers ?? 'date').toLowerCase().split(' ').filter(Boolean)
  if (covered.length > MOST_FIELDS || new Set(covered).size < covered.length) {
    throw new BadRequest('The signature covers something twice')
  }
  if (algorithms !== ANY && covered.some((name) => name === '(created)' || name === '(expires)')) {
    throw new Unauthorized('Only hs2019 has a time of its own')
  }
  checkCovered(covered, request)
  checkTimes({ ...timesOf(covered, params, request), now })
  return {
    keyUri: keyId,
    algorithms,
    texts: textsOf(covered, params, request, place),
    signature: Buffer.from(signature, 'base64'),
  }
}

type Params = Partial<Record<string, string>>

function readParams(text: string): Params {
  const params: Params = Object.create(null)
  const param = /\s*([a-zA-Z]+)=(?:"([^"]*)"|(\d+))\s*(,|$)/y
  while (param.lastIndex < text.length) {
    const found = param.exec(text)
    const name = found?.[1]
    if (name === undefined || params[name] !== undefined) {
      throw new BadRequest('The signature is malformed')
    }
    params[name] = found?.[2] ?? found?.[3] ?? ''
  }
  return params
}

/** @throws Unauthorized if the signature does not cover what identifies the request (A03) */
function checkCovered(covered: readonly string[], request: SignedRequest): void {
  for (const name of ['(request-target)', 'host']) {
    if (!covered.includes(name)) throw new Unauthorized(`The signature does not cover ${name}`)
  }
  if (!covered.includes('date') && !covered.includes('(created)')) {
    throw new Unauthorized('The signature covers no time')
  }
  if (request.body === null) return
  const digest = (['digest', 'content-digest'] as const).find((name) => covered.includes(name))
  if (digest === undefined) throw new Unauthorized('The signature does not cover the body')
  checkDigest(request, digest satisfies DigestHeader)
}

function timesOf(covered: readonly string[], params: Params, { headers }: SignedRequest) {
  const made = covered.includes('(created)')
    ? seconds(params.created)
    : Date.parse(headers.date ?? '')
  return { made, expires: params.expires === undefined ? null : seconds(params.expires) }
}

function seconds(text: string | undefined): number {
  return text === undefined ? Number.NaN : Number(text) * 1000
}

function textsOf(
  covered: readonly string[],
  params: Params,
  request: SignedRequest,
  place: Place,
): string[] {
  const { target } = request
  const textFor = (path: string): string =>
    covered
      .map((name) => `${name}: ${componentOf(name, path, { params, request, place })}`)
      .join('\n')
  const query = target.indexOf('?')
  // Mastodon up to 4.2 leaves the query out of the signed text.
  return query < 0 ? [textFor(target)] : [textFor(target), textFor(target.slice(0, query))]
}

function componentOf(
  name: string,
  path: string,
  from: { params: Params; request: SignedRequest; place: Place },
): string {
  const { params, request, place } = from
  if (name === '(request-target)') return `${request.method.toLowerCase()} ${path}`
  const value =
    name === '(created)'
      ? params.created
      : name === '(expires)'
        ? params.expires
        : fieldOf(request, name, place)
  if (value === undefined) throw new Unauthorized(`The signature covers ${name}, which is missing`)
  return value
}

/** Headers that sign our request in the scheme that every server understands. */
export async function signCavage(signing: Signing): Promise<HeaderFields> {
  const { key, method, url, digest, now } = signing
  const date = new Date(now).toUTCString()
  const lines = [
    `(request-target): ${method.toLowerCase()} ${url.pathname}${url.search}`,
    `host: ${url.host}`,
    `date: ${date}`,
  ]
  const names = ['(request-target)', 'host', 'date']
  const headers: HeaderFields = { date }
  if (digest !== null) {
    headers.digest = `SHA-256=${digest}`
    lines.push(`digest: ${headers.digest}`)
    names.push('digest')
  }
  const algorithm = key.algorithm === 'rsa' ? 'rsa-sha256' : 'hs2019'
  const signature = await signText(key, lines.join('\n'))
  headers.signature = `keyId="${key.uri}",algorithm="${algorithm}",headers="${names.join(' ')}",signature="${signature}"`
  return headers
}
