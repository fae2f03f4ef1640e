import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { OF_POSTGRES, readAddress } from './address-setting.ts'
import { readHost } from './host-setting.ts'
import { type HttpsSettings, readHttpsSettings } from './https-settings.ts'
import { type MediaPlace, readMediaPlace } from './media-place.ts'
import { readPathOf } from './path-setting.ts'
import { type PostgresSettings, readPostgresSettings } from './postgres-settings.ts'
import { needsAllowList } from './public-endpoint.ts'
import { shown } from './shown-setting.ts'
import { trimmedSettings } from './trimmed-settings.ts'

/** Settings from the environment, checked at start; README has the table. */
export interface Config extends MediaPlace {
  /** public base address without trailing slash, for example `https://social.example` */
  origin: string
  /** host of `origin`, with its port unless that is the default: the domain in `uri` and `acct` of local accounts */
  domain: string
  /** domain of handles if it differs from the server's domain; else `domain` */
  handleDomain: string
  secureCookies: boolean
  /** address to listen on; with `https` that is for TLS and its redirects, see `plainHostOf` */
  host: string
  port: number
  /** null: a reverse proxy does it, or nobody */
  https: HttpsSettings | null
  dataDir: string
  databaseUrl: string | null
  /** used with `databaseUrl` only */
  postgres: PostgresSettings
  /** Redis or Valkey, shared by the processes of this server; may hold a password */
  redisUrl: string | null
  /** what this process does of a server's work */
  parts: ReadonlySet<Part>
  /** other processes serve the same PostgreSQL database, and are told of changes over the bus */
  severalProcesses: boolean
  /** further processes of this machine that `rookery serve` starts; null: as many as suit the machine */
  workers: number | null
  /** where files are that have not been moved to the storage yet; null: everything is there */
  formerMedia: MediaPlace | null
  /** address that stored files are public at, without trailing slash; null: this server's */
  mediaBaseUrl: string | null
  smtpUrl: string | null
  /** addresses and CIDRs whose X-Forwarded-* headers are trusted */
  trustedProxies: string[]
  secureMode: boolean
  limitedFederationMode: boolean
  /** CIDRs that outgoing requests may reach besides public addresses */
  egressAllow: string[]
  rateLimits: boolean
  /** whether sign-up looks up the mail hosts of an e-mail address in DNS */
  emailDns: boolean
  /** the translation service, or null */
  translation: TranslationConfig | null
  /** who finds GIFs, or null */
  gifs: GifConfig | null
  /** address that `rookery doctor` asks for the newest release; null: nobody is asked */
  updateCheck: string | null
  /** bearer token for `/metrics`; null: only requests from this machine */
  metricsToken: string | null
  /** ms that running requests have when the server stops */
  shutdownTimeout: number
  logLevel: LogLevel
  /** of hashes of passwords, and of RSA keys: `cheap` only for tests */
  secretCost: 'normal' | 'cheap'
}

export interface TranslationConfig {
  backend: (typeof TRANSLATION_BACKENDS)[number]
  /** without a trailing slash */
  url: string
  key: string | null
}

export interface GifConfig {
  provider: keyof typeof GIF_PROVIDERS
  /** of its API, without a trailing slash */
  url: string
  key: string
}

/** Addresses of their APIs. */
const GIF_PROVIDERS = {
  giphy: 'https://api.giphy.com',
  klipy: 'https://api.klipy.com',
} as const

const TRANSLATION_BACKENDS = ['libretranslate', 'deepl'] as const

/** The parts of a server's work that a process may do. */
export const PARTS = ['web', 'streaming', 'jobs'] as const
export type Part = (typeof PARTS)[number]

export const MAX_WORKERS = 64
export const DEFAULT_PORT = 3000

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** A setting that cannot be used; its one-line message is printed when the start fails. */
export class ConfigError extends Error {}

/** The exit code for it, EX_CONFIG of sysexits.h: systemd need not start the program again before somebody does something. */
export const WRONG_SETTINGS = 78

/**
 * Reads the settings from the environment; an empty variable counts as unset.
 * @param only of `rookery serve --only`: names of parts with commas between them; default all
 * @param workers of `rookery serve --workers`; default WORKERS
 * @param https of `rookery serve --https`; default HTTPS
 * @throws ConfigError with the variable's name and its allowed values
 */
export function readConfig(
  given: Record<string, string | undefined>,
  only?: string,
  workers?: string,
  https?: boolean,
): Config {
  const env = trimmedSettings(given)
  const port = readPort(env.PORT)
  const origin = readOrigin(env.ORIGIN || `http://localhost:${port}`)
  const domain = new URL(origin).host
  const dataDir = asSetting(() => readPathOf('DATA_DIR', env.DATA_DIR || 'data'))
  const databaseUrl = readUrl('DATABASE_URL', env.DATABASE_URL, OF_POSTGRES)
  const redisUrl = readRedisUrl(env.REDIS_URL)
  const parts = readParts(only, databaseUrl !== null)
  const severalProcesses = databaseUrl !== null && (only !== undefined || redisUrl !== null)
  const readHttps = () =>
    asSetting(() => readHttpsSettings(env, { origin, port, parts, severalProcesses }))
  const isHttps = https ?? readBoolean('HTTPS', env.HTTPS, false)
  return {
    origin,
    domain,
    handleDomain: readHandleDomain(env.HANDLE_DOMAIN) ?? domain,
    secureCookies: origin.startsWith('https:'),
    host: asSetting(() => readHost(env.HOST)),
    port,
    https: isHttps ? readHttps() : null,
    dataDir,
    databaseUrl,
    postgres: asSetting(() => readPostgresSettings(env)),
    redisUrl,
    parts,
    workers: readWorkers(workers ?? env.WORKERS),
    severalProcesses,
    ...readMedia(env, dataDir),
    smtpUrl: readUrl('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:']),
    trustedProxies: readNetworks('TRUSTED_PROXIES', env.TRUSTED_PROXIES),
    secureMode: readBoolean('SECURE_MODE', env.SECURE_MODE, false),
    limitedFederationMode: readBoolean(
      'LIMITED_FEDERATION_MODE',
      env.LIMITED_FEDERATION_MODE,
      false,
    ),
    egressAllow: readNetworks('EGRESS_ALLOW', env.EGRESS_ALLOW),
    emailDns: readBoolean('EMAIL_DNS', env.EMAIL_DNS, isPublic(origin)),
    rateLimits: readBoolean('RATE_LIMITS', env.RATE_LIMITS, true),
    translation: readTranslation(env),
    gifs: readGifs(env),
    updateCheck: readUpdateCheck(env.UPDATE_CHECK),
    metricsToken: readToken('METRICS_TOKEN', env.METRICS_TOKEN),
    shutdownTimeout: readSeconds('SHUTDOWN_TIMEOUT', env.SHUTDOWN_TIMEOUT, 8),
    logLevel: readLogLevel(env.LOG_LEVEL),
    secretCost: 'normal',
  }
}

/** The address of the plain port, which is for this machine alone where the server ends TLS itself. */
export function plainHostOf({ host, https }: Pick<Config, 'host' | 'https'>): string {
  return https === null ? host : '127.0.0.1'
}

/** Gives an error of a reader of its own the kind that counts for the exit code. */
function asSetting<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

/** Whether the origin is public: DNS does not know the names of home networks and tests. */
function isPublic(origin: string): boolean {
  return needsAllowList(new URL(origin)) === null
}

function readPort(given: string | undefined): number {
  const text = given || String(DEFAULT_PORT)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${shown(text)}"`)
  }
  return port
}

/** @returns ms */
function readSeconds(name: string, given: string | undefined, otherwise: number): number {
  const text = given || String(otherwise)
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > 3600) {
    throw new ConfigError(
      `${name} must be a number of seconds from 1 to 3600, not "${shown(text)}"`,
    )
  }
  return seconds * 1000
}

const hasUser = ({ username, password }: URL) => username !== '' || password !== ''

function readOrigin(text: string): string {
  const url = URL.parse(text)
  const bare = url !== null && url.pathname === '/' && url.search === '' && url.hash === ''
  if (!bare || !/^https?:$/.test(url.protocol) || hasUser(url)) {
    throw new ConfigError(
      `ORIGIN must be an address like https://social.example (no path), not "${shown(text)}"`,
    )
  }
  return url.origin
}

function readParts(only: string | undefined, hasDatabaseUrl: boolean): Set<Part> {
  if (only === undefined) return new Set(PARTS)
  const names = only.split(',').map((name) => name.trim())
  const parts = PARTS.filter((part) => names.includes(part))
  const wrong = names.find((name) => !PARTS.some((part) => part === name))
  if (wrong !== undefined) {
    throw new ConfigError(
      `--only takes ${PARTS.join(', ')} with commas between them, not "${wrong}"`,
    )
  }
  if (parts.length < PARTS.length && !hasDatabaseUrl) {
    throw new ConfigError(
      `--only ${only} needs DATABASE_URL with PostgreSQL: on SQLite one process does everything`,
    )
  }
  return new Set(parts)
}

function readWorkers(text: string | undefined): number | null {
  if (!text) return null
  const workers = Number(text)
  if (!/^\d+$/.test(text) || workers > MAX_WORKERS) {
    throw new ConfigError(`WORKERS must be a number from 0 to ${MAX_WORKERS}, not "${shown(text)}"`)
  }
  return workers
}

function readHandleDomain(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.parse(`https://${text}`)
  if (url === null || url.pathname !== '/' || hasUser(url)) {
    throw new ConfigError(`HANDLE_DOMAIN must be a domain like example.org, not "${shown(text)}"`)
  }
  return url.host
}

function readUrl(name: string, text: string | undefined, protocols: readonly string[]) {
  return asSetting(() => readAddress(name, text, protocols))
}

function readRedisUrl(text: string | undefined): string | null {
  const url = readUrl('REDIS_URL', text, ['redis:', 'rediss:'])
  if (url === null) return null
  const { hostname, pathname, search, hash } = new URL(url)
  if (hostname === '' || !/^(\/\d*)?$/.test(pathname) || search !== '' || hash !== '') {
    throw new ConfigError(
      'REDIS_URL must be an address like redis://:password@host:6379/0, with a number after the host',
    )
  }
  return url
}

function readMedia(env: Record<string, string | undefined>, dataDir: string) {
  const usual = { mediaStorage: resolve(dataDir, 'media'), s3: null }
  return {
    ...(readPlace('MEDIA_STORAGE', env, dataDir) ?? usual),
    formerMedia: readPlace('MEDIA_STORAGE_OLD', env, dataDir),
    mediaBaseUrl: readMediaBaseUrl(env.MEDIA_BASE_URL),
  }
}

function readPlace(
  name: 'MEDIA_STORAGE' | 'MEDIA_STORAGE_OLD',
  env: Record<string, string | undefined>,
  dataDir: string,
): MediaPlace | null {
  const text = env[name]
  if (!text) return null
  try {
    return readMediaPlace(text, env, resolve(dataDir, 'media'))
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`)
  }
}

function readMediaBaseUrl(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.parse(text)
  const isBare = url !== null && url.search === '' && url.hash === '' && !hasUser(url)
  if (!isBare || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(
      `MEDIA_BASE_URL must be an address like https://media.example, not "${shown(text)}"`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

function readBoolean(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (!text) return otherwise
  if (/^(true|1|on|yes)$/i.test(text)) return true
  if (/^(false|0|off|no)$/i.test(text)) return false
  throw new ConfigError(`${name} must be on or off, not "${shown(text)}"`)
}

function readNetworks(name: string, text: string | undefined): string[] {
  const networks = (text ?? '').split(/[\s,]+/).filter((part) => part !== '')
  for (const network of networks) {
    if (!isNetwork(network)) {
      throw new ConfigError(
        `${name} must list addresses or CIDRs like 10.0.0.0/8, not "${shown(network)}"`,
      )
    }
  }
  return networks
}

/** An address in its usual spelling, with or without a prefix length. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(prefix) <= (family === 4 ? 32 : 128)
}

function readTranslation(env: Record<string, string | undefined>): TranslationConfig | null {
  const { TRANSLATION_BACKEND: name, TRANSLATION_KEY, TRANSLATION_URL } = env
  if (!name) return null
  const backend = TRANSLATION_BACKENDS.find((known) => known === name)
  if (backend === undefined) {
    const known = TRANSLATION_BACKENDS.join(' or ')
    throw new ConfigError(`TRANSLATION_BACKEND must be ${known}, not "${shown(name)}"`)
  }
  const key = TRANSLATION_KEY || null
  if (backend === 'deepl' && key === null) {
    throw new ConfigError('TRANSLATION_KEY must be given for deepl')
  }
  const given = readUrl('TRANSLATION_URL', TRANSLATION_URL, ['http:', 'https:'])
  const url = given ?? (backend === 'deepl' ? deeplAddress(key ?? '') : null)
  if (url === null) throw new ConfigError(`TRANSLATION_URL must be given for ${backend}`)
  return { backend, url: url.replace(/\/+$/, ''), key }
}

/** @see https://developers.deepl.com/docs/getting-started/auth : keys of free plans end in `:fx` */
function deeplAddress(key: string): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'
}

function readGifs(env: Record<string, string | undefined>): GifConfig | null {
  const { GIF_PROVIDER: name, GIF_KEY: key } = env
  if (!name) return null
  if (!isGifProvider(name)) {
    const known = Object.keys(GIF_PROVIDERS).join(' or ')
    throw new ConfigError(`GIF_PROVIDER must be ${known}, not "${shown(name)}"`)
  }
  if (!key) throw new ConfigError(`GIF_KEY must be given for ${name}`)
  const given = readUrl('GIF_URL', env.GIF_URL, ['http:', 'https:'])
  return { provider: name, url: (given ?? GIF_PROVIDERS[name]).replace(/\/+$/, ''), key }
}

const isGifProvider = (name: string): name is keyof typeof GIF_PROVIDERS =>
  Object.hasOwn(GIF_PROVIDERS, name)

function readUpdateCheck(text: string | undefined): string | null {
  return /^(off|no|false|0)$/i.test(text ?? '')
    ? null
    : readUrl('UPDATE_CHECK', text, ['https:', 'http:'])
}

function readToken(name: string, text: string | undefined): string | null {
  if (!text) return null
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text
  throw new ConfigError(`${name} must have at least 16 characters, without spaces`)
}

function readLogLevel(given: string | undefined): LogLevel {
  const text = given || 'info'
  const level = LOG_LEVELS.find((known) => known === text)
  if (level === undefined) {
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${shown(text)}"`)
  }
  return level
}
