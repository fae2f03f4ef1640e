import type { Config } from '../../kernel/base/config.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { Db } from '../../kernel/db/database.ts'
import { splitHandle } from './mentioned.ts'
import { type Account, findAccountByName } from './queries.ts'

const NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,253}[a-z0-9_])?$/i

/** characters: more than any name has, in whatever script, with its port */
const LONGEST_HOST = 300

/** A handle's parts in lower case; the domain is null for local handles. */
export interface Handle {
  username: string
  domain: string | null
}

/**
 * Reads a typed handle (S-274, S-275): `name`, `@name`, `name@host`, `acct:name@host`, any letter
 * case, surrounded by spaces. The host may be in any script.
 *
 * @returns null if it is not a valid handle
 */
export function parseHandle(
  config: Pick<Config, 'domain' | 'handleDomain'>,
  text: string,
): Handle | null {
  if (text.length > 400) return null
  const bare = text
    .trim()
    .replace(/^acct:/i, '')
    .replace(/^@/, '')
  const [name = '', host, ...more] = bare.split('@')
  if (!NAME.test(name) || more.length > 0) return null
  if (host === undefined) return { username: name.toLowerCase(), domain: null }
  const domain = normalizeHost(host)
  return domain === null ? null : splitHandle(config, `${name}@${domain}`)
}

/**
 * A host in the form that handles and blocks store: lower case, punycode, a port only if it is not
 * the default.
 *
 * @returns null if it is no host
 */
export function normalizeHost(text: string): string | null {
  if (text === '' || text.length > LONGEST_HOST || /[\s/?#\\@%]/.test(text)) return null
  const url = parseUrl(`https://${text}`)
  if (url === null || url.pathname !== '/') return null
  const host = url.host.replace(/\.$/, '')
  return host === '' || host.startsWith('.') || host.includes('..') ? null : host
}

/**
 * Finds the known account of a handle; sends no request to other servers. Includes accounts that
 * wait for confirmation or approval, but not accounts that are being deleted (S-276).
 */
export async function findAccountByHandle(
  db: Db,
  config: Pick<Config, 'domain' | 'handleDomain'>,
  text: string,
): Promise<Account | null> {
  const handle = parseHandle(config, text)
  return handle === null ? null : findAccountByName(db, handle.username, handle.domain)
}
