import type { Config } from '../../kernel/base/config.ts'
import { ValidationFailed } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import { canonicalDomain } from './domain-policy.ts'

const LONGEST = 253

/**
 * The domain of a decision in its canonical spelling (S-175).
 *
 * @param text as typed: `Évil.example`, `evil.example:8443`
 * @throws ValidationFailed if it is no domain, or our own
 */
export function readDomain(config: Pick<Config, 'domain' | 'handleDomain'>, text: string): string {
  const name = text.trim()
  if (name === '') throw new ValidationFailed("Domain can't be blank")
  const url = /[\s/?#@\\*,]/.test(name) ? null : parseUrl(`https://${name}`)
  const domain = url === null ? '' : canonicalDomain(url.host)
  if (domain === '' || domain.length > LONGEST || domain.startsWith('.')) {
    throw new ValidationFailed('Domain is not a valid domain name')
  }
  if (domain === config.domain || domain === config.handleDomain) {
    throw new ValidationFailed('Domain is the one of this server')
  }
  return domain
}
