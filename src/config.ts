import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { needsAllowList } from './net/target.ts'

/** Settings from the environment, checked at start; README has the table. */
export interface Config {
  /** public base address without trailing slash, for example `https://social.example` */
  origin: string
  /** host (and port, unless it is the scheme's default) of `origin`: the domain in `uri` and `acct` of local accounts */
  domain: string
  /** domain of handles where they live on another one than the server; else `domain` */
  handleDomain: string
  secureCookies: boolean
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  /** folder of uploaded media */
  mediaStorage: string
  smtpUrl: string | null
  /** addresses and CIDRs whose X-Forwarded-* headers are believed */
  trustedProxies: string[]
  secureMode: boolean
  limitedFederationMode: boolean
  /** CIDRs that outgoing calls may reach besides public addresses */
  egressAllow: string[]
  rateLimits: boolean
  /** DNS is asked whether anybody takes mail at the address of who signs up, and who */
  emailDns: boolean
  /** who translates posts, or null */
  translation: TranslationConfig | null
  /** what `/metrics` is read with; null: only from this machine */
  metricsToken: string | null
  logLevel: LogLevel
  /** argon2id cost: `cheap` only for tests */
  passwordCost: 'normal' | 'cheap'
}

export interface TranslationConfig {
  backend: (typeof TRANSLATION_BACKENDS)[number]
  /** without a slash at its end */
  url: string
  key: string | null
}

const TRANSLATION_BACKENDS = ['libretranslate', 'deepl'] as const

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** A setting that cannot be used; the message is the one line that stops the start. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment; an empty one counts as not given.
 * @throws ConfigError naming the variable and what it may be
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const port = readPort(env.PORT)
  const origin = readOrigin(env.ORIGIN || `http://localhost:${port}`)
  const domain = new URL(origin).host
  const dataDir = resolve(env.DATA_DIR || 'data')
  return {
    origin,
    domain,
    handleDomain: readHandleDomain(env.HANDLE_DOMAIN) ?? domain,
    secureCookies: origin.startsWith('https:'),
    host: env.HOST || '::',
    port,
    dataDir,
    databaseUrl: readUrl('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:']),
    mediaStorage: readFolder('MEDIA_STORAGE', env.MEDIA_STORAGE) ?? resolve(dataDir, 'media'),
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
    metricsToken: readToken('METRICS_TOKEN', env.METRICS_TOKEN),
    logLevel: readLogLevel(env.LOG_LEVEL),
    passwordCost: 'normal',
  }
}

/** Whether people reach it from everywhere: at home and in tests DNS knows none of the names. */
function isPublic(origin: string): boolean {
  return needsAllowList(new URL(origin)) === null
}

function readPort(given: string | undefined): number {
  const text = given || '3000'
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}"`)
  }
  return port
}

function readOrigin(text: string): string {
  const url = URL.parse(text)
  const bare = url !== null && url.pathname === '/' && url.search === '' && url.hash === ''
  if (!bare || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new ConfigError(
      `ORIGIN must be an address like https://social.example (no path), not "${text}"`,
    )
  }
  return url.origin
}

function readHandleDomain(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.parse(`https://${text}`)
  if (url === null || url.pathname !== '/' || url.username !== '') {
    throw new ConfigError(`HANDLE_DOMAIN must be a domain like example.org, not "${text}"`)
  }
  return url.host
}

function readUrl(name: string, text: string | undefined, protocols: string[]): string | null {
  if (!text) return null
  const url = URL.parse(text)
  if (url === null || !protocols.includes(url.protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.join('// or ')}//`,
    )
  }
  return text
}

function readFolder(name: string, text: string | undefined): string | null {
  if (!text) return null
  if (/^[a-z0-9]+:\/\//i.test(text))
    throw new ConfigError(`${name} must be a folder, not "${text}"`)
  return resolve(text)
}

function readBoolean(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (!text) return otherwise
  if (/^(true|1|on|yes)$/i.test(text)) return true
  if (/^(false|0|off|no)$/i.test(text)) return false
  throw new ConfigError(`${name} must be on or off, not "${text}"`)
}

function readNetworks(name: string, text: string | undefined): string[] {
  const networks = (text ?? '').split(/[\s,]+/).filter((part) => part !== '')
  for (const network of networks) {
    if (!isNetwork(network)) {
      throw new ConfigError(
        `${name} must list addresses or CIDRs like 10.0.0.0/8, not "${network}"`,
      )
    }
  }
  return networks
}

/** An address as it is usually written, alone or with the length of a prefix. */
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
    throw new ConfigError(`TRANSLATION_BACKEND must be ${known}, not "${name}"`)
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

/** @see https://developers.deepl.com/docs/getting-started/auth : keys of free plans end so */
function deeplAddress(key: string): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'
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
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
  }
  return level
}
