import { parsePostgresAddress } from './postgres-address.ts'

/** Schemes with the colon, as `URL` has them, of the settings that name a database. */
export const OF_POSTGRES = ['postgres:', 'postgresql:'] as const

const ENCODED =
  'in a user name or password # has to be written %23, / %2F, ? %3F, @ %40, : %3A and % %25'

/**
 * Reads the address of a service, which may hold a user name and a password.
 *
 * @throws Error with one line that begins with the name, and has nothing of the address: it may hold a password
 */
export function readAddress(
  name: string,
  given: string | undefined,
  protocols: readonly string[],
): string | null {
  const text = given?.trim()
  if (!text) return null
  const isOfScheme = protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`))
  if (!isOfScheme) {
    throw new Error(`${name} must be an address that begins with ${protocols.join('// or ')}//`)
  }
  const fault = faultOf(text, protocols)
  if (fault !== null) throw new Error(`${name} ${fault}`)
  return text
}

function faultOf(text: string, protocols: readonly string[]): string | null {
  const [, authority = '', rest = ''] = /^[^/]*\/\/([^/?#]*)(.*)$/s.exec(text) ?? []
  const url = protocols === OF_POSTGRES ? parsePostgresAddress(text) : URL.parse(text)
  if (isCutByPassword({ url, authority, rest })) {
    return `cannot be read, as a character of the user name or password ends it early: ${ENCODED}`
  }
  const [, port] = /:([^:\]]*)$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? []
  if (port !== undefined && !/^\d{0,5}$/.test(port)) {
    return 'has a port that is no number from 1 to 65535: correct what follows the last colon of the host'
  }
  if (Number(port ?? 1) > 65_535) return 'has a port above 65535: correct the number after the host'
  if (url === null || (url.host === '' && url.username !== '')) {
    return `cannot be read: it must look like ${protocols[0]}//user:password@host:port/…, and ${ENCODED}`
  }
  return isDecodable(url.username + url.password)
    ? null
    : `cannot be read, as a % in the user name or password begins no code: ${ENCODED}`
}

interface Parts {
  url: URL | null
  /** user, password, host and port */
  authority: string
  rest: string
}

/**
 * Whether #, / or ? ends the part with the password before its @. Such an address may still be one, with a part of the password for
 * a port, and lead elsewhere; pages of the web have an @ in their paths.
 */
function isCutByPassword({ url, authority, rest }: Parts): boolean {
  const [beforeQuery = ''] = rest.split(/\?&?[\w.-]+=/, 1)
  if (url === null) return beforeQuery.includes('@')
  if (url.protocol.startsWith('http')) return false
  if (url.hash !== '') return beforeQuery.includes('@') || authority.includes('@')
  return authority.includes('@') ? /@.*\//.test(beforeQuery) : beforeQuery.includes('@')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
