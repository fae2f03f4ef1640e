import type { Db } from '../../kernel/db/database.ts'
import type { ApiScope } from '../../kernel/http/scopes.ts'
import type { Application } from './applications.ts'
import { findApplication } from './clients.ts'
import { missingParameter, OAuthError, type OAuthErrorCode } from './errors.ts'
import { isChallenge } from './pkce.ts'
import { redirectAddress } from './redirect-uris.ts'
import { grantedScopes } from './scopes.ts'

/** Parameters of `/oauth/authorize`, not validated; a missing one is empty. */
export interface AuthorizationParams {
  response_type: string
  client_id: string
  redirect_uri: string
  scope: string
  state: string
  code_challenge: string
  code_challenge_method: string
}

/** A valid request, ready for the user's consent. */
export interface AuthorizationRequest {
  application: Application
  redirectUri: string
  scopes: ApiScope[]
  codeChallenge: string | null
}

/** The result of checking a request: at least the client and the redirect URI are valid. */
export type CheckedRequest =
  | { application: Application; redirectUri: string; error: OAuthError }
  | { request: AuthorizationRequest }

/**
 * Checks an authorisation request. The redirect URI must exactly match a registered one (S-436,
 * A50).
 *
 * @returns an error with the client if the redirect URI is valid, so that the client can be told
 * @throws OAuthError if the client is unknown or the redirect URI not registered
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1
 */
export async function checkAuthorization(
  db: Db,
  params: AuthorizationParams,
): Promise<CheckedRequest> {
  const application = await findApplication(db, params.client_id)
  if (application === null) {
    throw new OAuthError(
      'invalid_client',
      'No application is registered under this client id.',
      401,
    )
  }
  const redirectUri = params.redirect_uri
  if (!application.redirect_uris.includes(redirectUri)) {
    throw new OAuthError(
      'invalid_request',
      'The redirect address is not one that the application registered.',
    )
  }
  try {
    const scopes = grantedScopes(params.scope, application.scopes)
    const codeChallenge = readChallenge(params)
    return { request: { application, redirectUri, scopes, codeChallenge } }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return { application, redirectUri, error }
  }
}

function readChallenge(params: AuthorizationParams): string | null {
  if (params.response_type !== 'code') {
    if (params.response_type === '') throw missingParameter('response_type')
    throw new OAuthError('unsupported_response_type')
  }
  const { code_challenge: challenge, code_challenge_method: method } = params
  if (challenge === '' && method === '') return null
  if (method !== 'S256' || !isChallenge(challenge)) {
    throw new OAuthError('invalid_request', 'The code challenge must be of the method S256.')
  }
  return challenge
}

/**
 * The redirect URL with the answer. `iss` identifies this server to the client.
 * @see https://www.rfc-editor.org/rfc/rfc9207
 */
export function answerAddress(
  origin: string,
  redirectUri: string,
  state: string,
  answer: { code: string } | { error: OAuthErrorCode; error_description: string },
): string {
  const given = state === '' ? undefined : state
  return redirectAddress(redirectUri, { ...answer, state: given, iss: issuer(origin) })
}

/** The server's issuer identifier; the same in its metadata and claims. */
export function issuer(origin: string): string {
  return `${origin}/`
}
