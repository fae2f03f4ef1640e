import { DomainError } from '../../kernel/base/errors.ts'

/**
 * The `error` of an OAuth reply.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** Doorkeeper's texts, which clients show and compare (S-571). */
const DESCRIPTIONS: Record<OAuthErrorCode, string> = {
  access_denied: 'The resource owner or authorization server denied the request.',
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  invalid_request:
    'The request is missing a required parameter, includes an unsupported parameter value, or is otherwise malformed.',
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  unauthorized_client: 'You are not authorized to revoke this token',
  unsupported_grant_type:
    'The authorization grant type is not supported by the authorization server.',
  unsupported_response_type: 'The authorization server does not support this response type.',
}

/** A failure of an OAuth endpoint: `{ "error": code, "error_description": … }`. */
export class OAuthError extends DomainError {
  readonly code: OAuthErrorCode
  readonly description: string

  constructor(code: OAuthErrorCode, description = DESCRIPTIONS[code], statusCode = 400) {
    super(statusCode, code, { body: { error_description: description } })
    this.code = code
    this.description = description
  }
}

/** 401, as client authentication failed (S-440) */
export function invalidClient(): OAuthError {
  return new OAuthError('invalid_client', undefined, 401)
}

/** 400, for a missing required parameter */
export function missingParameter(name: string): OAuthError {
  return new OAuthError('invalid_request', `Missing required parameter: ${name}.`)
}
