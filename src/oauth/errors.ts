import { DomainError } from '../errors.ts'

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

const DESCRIPTIONS: Record<OAuthErrorCode, string> = {
  access_denied: 'The owner of the account or the server denied the request.',
  invalid_client:
    'The client is unknown, its secret is wrong, or the way it authenticates is not supported.',
  invalid_grant:
    'The code is wrong, was used before, has expired, or belongs to another client, redirect address or verifier.',
  invalid_request: 'A required parameter is missing, or a parameter makes no sense.',
  invalid_scope: 'The scope is unknown, or the application did not register it.',
  unauthorized_client: 'You are not authorized to revoke this token',
  unsupported_grant_type: 'The server supports authorization_code and client_credentials only.',
  unsupported_response_type: 'The server supports the response type code only.',
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
