import { createHash, type KeyObject, sign as signBytes } from 'node:crypto'
import type { PeerKey } from './peer-keys.ts'

/**
 * How a peer signs: draft-cavage without the query in the target as Mastodon did for long, with it,
 * the `hs2019` dialect with (created), RFC 9421, or not at all.
 */
export type Signature = 'cavage' | 'cavage-query' | 'hs2019' | 'rfc9421' | 'none'

export interface Signing {
  key: PeerKey
  /** what is named as key instead of its own id */
  keyId?: string
  /** the key that really signs, instead of the one that is named */
  privateKey?: KeyObject
  signature: Signature
  method: string
  url: URL
  body: string | null
  /** ms since 1970 */
  now: number
  /** signed instead of the URL's host */
  host?: string
  /** draft-cavage: what is signed; default all that should be. RFC 9421: components */
  covered?: readonly string[]
  /** draft-cavage: its `algorithm` */
  algorithm?: string
  /** sent and signed as the header `Digest` or `Content-Digest` */
  digest?: string
  /** ms; `expires` lies that long after now */
  expiresIn?: number
}

/** Headers of a signed request, its signature among them. */
export function signedHeaders(signing: Signing): Record<string, string> {
  if (signing.signature === 'none') return {}
  return signing.signature === 'rfc9421' ? rfc9421(signing) : cavage(signing)
}

/** @see https://datatracker.ietf.org/doc/html/draft-cavage-http-signatures-12 */
function cavage(signing: Signing): Record<string, string> {
  const { key, url, body, method, now, signature } = signing
  const { pathname, search } = url
  const created = Math.floor(now / 1000)
  const expires = created + Math.floor((signing.expiresIn ?? 300_000) / 1000)
  const target = signature === 'cavage' ? pathname : pathname + search
  const values: Record<string, string> = {
    '(request-target)': `${method.toLowerCase()} ${target}`,
    '(created)': String(created),
    '(expires)': String(expires),
    host: signing.host ?? url.host,
    date: new Date(now).toUTCString(),
  }
  if (body !== null) values.digest = signing.digest ?? `SHA-256=${sha256(body)}`
  const time = signature === 'hs2019' ? ['(created)', '(expires)'] : ['date']
  const digest = body === null ? [] : ['digest']
  const covered = signing.covered ?? ['(request-target)', 'host', ...time, ...digest]
  const text = covered.map((name) => `${name}: ${values[name]}`).join('\n')
  const params = [
    `keyId="${signing.keyId ?? key.uri}"`,
    `algorithm="${signing.algorithm ?? (signature === 'hs2019' ? 'hs2019' : 'rsa-sha256')}"`,
    ...(covered.includes('(created)') ? [`created=${created}`] : []),
    ...(covered.includes('(expires)') ? [`expires=${expires}`] : []),
    `headers="${covered.join(' ')}"`,
    `signature="${signText(signing, text)}"`,
  ]
  const headers: Record<string, string> = { date: values.date!, signature: params.join(',') }
  if (values.digest !== undefined) headers.digest = values.digest
  return headers
}

/** @see https://www.rfc-editor.org/rfc/rfc9421 */
function rfc9421(signing: Signing): Record<string, string> {
  const { key, url, body, method, now } = signing
  const created = Math.floor(now / 1000)
  const values: Record<string, string> = {
    '@method': method.toUpperCase(),
    '@target-uri': url.href,
    '@authority': signing.host ?? url.host,
    '@path': url.pathname,
    '@query': url.search === '' ? '?' : url.search,
  }
  if (body !== null) values['content-digest'] = signing.digest ?? `sha-256=:${sha256(body)}:`
  const digest = body === null ? [] : ['content-digest']
  const covered = signing.covered ?? ['@method', '@target-uri', ...digest]
  const alg = key.algorithm === 'rsa' ? 'rsa-v1_5-sha256' : 'ed25519'
  const expires =
    signing.expiresIn === undefined
      ? ''
      : `;expires=${created + Math.floor(signing.expiresIn / 1000)}`
  const list = covered.map((name) => `"${name}"`).join(' ')
  const params = `(${list});created=${created}${expires};keyid="${signing.keyId ?? key.uri}";alg="${alg}"`
  const lines = covered.map((name) => `"${name}": ${values[name]}`)
  const text = [...lines, `"@signature-params": ${params}`].join('\n')
  const headers: Record<string, string> = {
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${signText(signing, text)}:`,
  }
  if (values['content-digest'] !== undefined) headers['content-digest'] = values['content-digest']
  return headers
}

function signText({ key, privateKey }: Signing, text: string): string {
  const algorithm = key.algorithm === 'rsa' ? 'sha256' : null
  return signBytes(algorithm, Buffer.from(text), privateKey ?? key.privateKey).toString('base64')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
