export type HeaderFields = Record<string, string>

/** Credentials; another origin must not see them. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization']

/** Bound to the address they were made for, so useless at another one. */
const SIGNATURES = ['signature', 'signature-input', 'date', 'digest', 'content-digest']

/** @returns the fields with lower-case names, so that each name occurs once */
export function lowerCaseNames(headers: HeaderFields): HeaderFields {
  const lower: HeaderFields = {}
  for (const name in headers) lower[name.toLowerCase()] = headers[name]!
  return lower
}

/** The request headers that are sent again after a redirect (A29). */
export function headersAfterRedirect(headers: HeaderFields, staysOnOrigin: boolean): HeaderFields {
  const dropped = staysOnOrigin ? SIGNATURES : [...SIGNATURES, ...CREDENTIALS]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name)))
}

/** A response's headers; repeated ones are joined. Headers about the encoded body are left out. */
export function replyHeaders(headers: Record<string, string | string[] | undefined>): HeaderFields {
  const reply: HeaderFields = {}
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || name === 'content-encoding' || name === 'content-length') continue
    reply[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return reply
}

/** @returns `type/subtype` in lower case, or null if there is none */
export function mediaType(contentType: string | undefined): string | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  return type === undefined || !/^[^/\s]+\/[^/\s]+$/.test(type) ? null : type
}

/** @param accepted such as `application/json`, `image/*`, or with parameters, which are ignored */
export function isAccepted(type: string | null, accepted: readonly string[]): boolean {
  if (type === null) return false
  return accepted.some((entry) => {
    const wanted = mediaType(entry)
    if (wanted === null) return false
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}
