import { type ApiScope, covers, parseScopes } from '../../kernel/http/scopes.ts'
import { DEFAULT_SCOPE } from './applications.ts'
import { OAuthError } from './errors.ts'

/**
 * The scopes that a request gets, limited to those that its application registered (S-439).
 *
 * @param wanted separated by spaces; blank means `read`
 * @param registered scopes of the application, separated by spaces
 * @returns each scope once, in the order of the request
 * @throws OAuthError invalid_scope if one is unknown or exceeds the registered ones
 */
export function grantedScopes(wanted: string | null, registered: string): ApiScope[] {
  const scopes = parseScopes(wanted?.trim() || DEFAULT_SCOPE)
  const allowed = new Set(registered.split(' '))
  if (scopes === null || !scopes.every((scope) => covers(allowed, scope))) {
    throw new OAuthError('invalid_scope')
  }
  return scopes
}

/** Whether two lists separated by spaces contain the same scopes. */
export function sameScopes(one: string, other: string): boolean {
  return one.split(' ').sort().join(' ') === other.split(' ').sort().join(' ')
}
