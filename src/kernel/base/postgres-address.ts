/** Stands for a host that is in a parameter; pg-connection-string uses the same name. */
const NO_HOST = '___DUMMY___'

/**
 * Reads an address of PostgreSQL as `pg` does. The form of libpq, which may have a user but no host before the path and
 * names the folder of the socket in a parameter, is none of the WHATWG, so `URL` refuses it.
 *
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function parsePostgresAddress(text: string): URL | null {
  return URL.parse(text) ?? URL.parse(text.replace('@/', `@${NO_HOST}/`))
}

/** User, host, port and name of the database, with the parameters that name one of them. */
interface Place {
  user: string
  host: string
  port: string
  database: string
}

function placeIn(address: string): Place {
  const url = parsePostgresAddress(address)
  if (url === null) return { user: '', host: '', port: '', database: '' }
  const { searchParams } = url
  const hostname = url.hostname === NO_HOST ? '' : decoded(url.hostname)
  return {
    user: searchParams.get('user') || decoded(url.username),
    host: searchParams.get('host') || hostname,
    port: searchParams.get('port') || url.port,
    database: decoded(url.pathname.slice(1)),
  }
}

/** Names a database for the operator: host and name, without user and password. */
export function nameOfPostgres(address: string): string {
  const { database } = placeIn(address)
  const host = hostOfPostgres(address)
  return host.startsWith('/') ? `${database} at ${host}` : `${host}/${database}`
}

/** Names a server for the operator: host and port, or the folder of its socket. */
export function hostOfPostgres(address: string): string {
  const { host, port } = placeIn(address)
  return port === '' ? host : `${host}:${port}`
}

/** The user of an address; an empty one is chosen by the environment. */
export function userOfPostgres(address: string): string {
  return placeIn(address).user
}

/** An address of the same place without password and other parameters: two spellings of it are one. */
export function placeOfPostgres(address: string): string {
  const { user, host, port, database } = placeIn(address)
  const before = user === '' ? '' : `${encodeURIComponent(user)}@`
  const at = host.startsWith('/') ? encodeURIComponent(host) : host
  return `postgres://${before}${at}${port === '' ? '' : `:${port}`}/${database}`
}

/** The address as it was given, but for the password: it leads to the same place once the password is known. */
export function withoutPassword(address: string): string {
  const [, scheme = '', authority = '', rest = ''] =
    /^([^/]*\/\/)([^/?#]*)(.*)$/s.exec(address) ?? []
  const at = authority.lastIndexOf('@')
  const [user = ''] = authority.slice(0, Math.max(at, 0)).split(':', 1)
  const host = authority.slice(at + 1)
  return `${scheme}${user === '' ? '' : `${user}@`}${host}${changedQuery(rest, (pair) => (isPassword(pair) ? null : pair))}`
}

/** Whether an address has a password. */
export function hasPassword(address: string): boolean {
  const url = parsePostgresAddress(address)
  const secrets = ['password', 'sslpassword'].map((name) => url?.searchParams.get(name))
  return url !== null && (url.password !== '' || secrets.some(Boolean))
}

/** Also that of the key of a certificate. */
const isPassword = (pair: string) =>
  ['password', 'sslpassword'].includes(decoded(pair.split('=', 1)[0] ?? ''))

/** The address of another database on the same server. */
export function withDatabase(address: string, name: string): string {
  const [, before = '', rest = ''] = /^([^/]*\/\/[^/?#]*)(.*)$/s.exec(address) ?? []
  const [, query = ''] = /^[^?]*(\?.*)?$/s.exec(rest) ?? []
  return `${before}/${encodeURIComponent(name)}${query}`
}

/**
 * The address for `pg`. Until its version 9 it checks the certificate in the modes `require`, `prefer` and `verify-ca`
 * as in `verify-full`, and prints a warning of nine lines that libpq does not: the mode that it means has none.
 */
export function addressForPg(address: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(address)) return address
  return changedQuery(address, (pair) =>
    pair.replace(/^sslmode=(?:prefer|require|verify-ca)$/, 'sslmode=verify-full'),
  )
}

/** @param change returns the parameter as it shall be, or null to leave it out */
function changedQuery(text: string, change: (pair: string) => string | null): string {
  const start = text.indexOf('?')
  if (start < 0) return text
  const pairs = text
    .slice(start + 1)
    .split('&')
    .map(change)
    .filter((pair) => pair !== null)
  return text.slice(0, start) + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
}

/** A wrong code is shown as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
