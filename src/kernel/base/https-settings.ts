import { isIP } from 'node:net'
import { readPathOf } from './path-setting.ts'
import { shown } from './shown-setting.ts'

/** How the server ends TLS itself; plain data, which workers get from their parent. */
export interface HttpsSettings {
  port: number
  /** where challenges of the authority are answered, and everything else is led to the origin */
  httpPort: number
  /** the operator's own certificate, as absolute paths of PEM files; null: an authority gives one */
  files: { certificate: string; key: string } | null
  /** used without `files` only */
  authority: AuthoritySettings
  /** days for which browsers ask for nothing but HTTPS after an answer (RFC 6797); 0 takes it back */
  hstsDays: number
}

export interface AuthoritySettings {
  /** address of the directory (RFC 8555, section 7.1.1) */
  directory: string
  /** where the authority may write to */
  email: string | null
  /** PEM file of the certificates that the authority's own server is checked against; null: the usual ones */
  caFile: string | null
}

/** The rest of the settings, as far as it concerns these. */
export interface Surroundings {
  origin: string
  port: number
  parts: ReadonlySet<string>
  severalProcesses: boolean
}

type Environment = Record<string, string | undefined>

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory'

/** A month: long enough for whoever comes now and then, and over soon after a certificate that cannot be renewed. */
const HSTS_DAYS = 30
const MOST_HSTS_DAYS = 730

/** @throws Error with the line for the operator */
export function readHttpsSettings(env: Environment, around: Surroundings): HttpsSettings {
  const { origin, parts, port: plainPort, severalProcesses } = around
  if (!origin.startsWith('https:')) {
    throw new Error(`HTTPS needs an ORIGIN that begins with https://, not "${origin}"`)
  }
  if (!parts.has('web') && !parts.has('streaming')) {
    throw new Error(
      'HTTPS is for processes with the part web or streaming: jobs answer no requests',
    )
  }
  const port = readPort(env, 'HTTPS_PORT', 443)
  const httpPort = readPort(env, 'HTTP_PORT', 80)
  if (new Set([port, httpPort, plainPort]).size < 3) {
    throw new Error('HTTPS_PORT, HTTP_PORT and PORT must be three different ports')
  }
  const files = readFiles(env)
  if (files === null) demandName(origin, severalProcesses)
  return { port, httpPort, files, authority: readAuthority(env), hstsDays: readHstsDays(env) }
}

function readPort(env: Environment, name: string, otherwise: number): number {
  const text = env[name] || String(otherwise)
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Error(`${name} must be a number from 1 to 65535, not "${shown(text)}"`)
}

function readHstsDays({ HSTS_DAYS: text }: Environment): number {
  if (!text) return HSTS_DAYS
  const days = Number(text)
  if (/^\d+$/.test(text) && days <= MOST_HSTS_DAYS) return days
  throw new Error(
    `HSTS_DAYS must be a number of days from 0 to ${MOST_HSTS_DAYS}, not "${shown(text)}"`,
  )
}

function readFiles({ TLS_CERT_FILE, TLS_KEY_FILE }: Environment): HttpsSettings['files'] {
  if (!TLS_CERT_FILE && !TLS_KEY_FILE) return null
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) {
    throw new Error('TLS_CERT_FILE and TLS_KEY_FILE belong together: set both, or neither')
  }
  return {
    certificate: readPathOf('TLS_CERT_FILE', TLS_CERT_FILE),
    key: readPathOf('TLS_KEY_FILE', TLS_KEY_FILE),
  }
}

/** An authority certifies names alone, and one process asks it. */
function demandName(origin: string, severalProcesses: boolean): void {
  const { hostname } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.')) {
    throw new Error(
      `HTTPS needs a name in ORIGIN that an authority certifies, not "${hostname}"; or set TLS_CERT_FILE and TLS_KEY_FILE`,
    )
  }
  if (severalProcesses) {
    throw new Error(
      'HTTPS with --only or REDIS_URL needs TLS_CERT_FILE and TLS_KEY_FILE: several processes would each ask for a certificate',
    )
  }
}

function readAuthority({ ACME_DIRECTORY, ACME_EMAIL, ACME_CA_FILE }: Environment) {
  const directory = ACME_DIRECTORY || LETS_ENCRYPT
  const url = URL.parse(directory)
  if (url?.protocol !== 'https:' || url.username + url.password !== '') {
    throw new Error(
      `ACME_DIRECTORY must be an address like ${LETS_ENCRYPT}, not "${shown(directory)}"`,
    )
  }
  const email = ACME_EMAIL || null
  if (email !== null && !/^[\x21-\x7e]+@[a-z0-9.-]+$/i.test(email)) {
    throw new Error(`ACME_EMAIL must be an address like admin@example.org, not "${shown(email)}"`)
  }
  const caFile = ACME_CA_FILE ? readPathOf('ACME_CA_FILE', ACME_CA_FILE) : null
  return { directory: url.href, email, caFile }
}
