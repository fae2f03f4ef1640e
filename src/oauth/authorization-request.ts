import type { Db } from '../db/database.ts'
import type { ApiScope } from '../http/scopes.ts'
import type { Application } from './applications.ts'
import { findApplication } from './clients.ts'
import { OAuthError, type OAuthErrorCode } from './errors.ts'
import { isChallenge } from './pkce.ts'
import { redirectAddress } from './redirect-uris.ts'
import { grantedScopes } from './scopes.ts'

/** Parameters of `/oauth/authorize` as they came; an absent one is empty. */
export interface AuthorizationParams {
  response_type: string
  client_id: string
  redirect_uri: string
  scope: string
  state: string
  code_challenge: string
  code_challenge_method: string
}

/** A request that may be shown to the user for consent. */
export interface AuthorizationRequest {
  application: Application
  redirectUri: string
  scopes: ApiScope[]
  codeChallenge: string | null
}

/** What became of a request: its client is known at least, and where to go back to. */
export type CheckedRequest =
  | { application: Application; redirectUri: string; error: OAuthError }
  | { request: AuthorizationRequest }

/**
 * Checks a request for authorisation. The redirect address must be one of the registered ones,
 * letter by letter (S-436, A50).
 *
 * @returns an error beside the client if there is an address that may be told of it
 * @throws OAuthError if there is none: the client is unknown or the address not its own
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
    throw new OAuthError(
      params.response_type === '' ? 'invalid_request' : 'unsupported_response_type',
    )
  }
  const { code_challenge: challenge, code_challenge_method: method } = params
  if (challenge === '' && method === '') return null
  if (method !== 'S256' || !isChallenge(challenge)) {
    throw new OAuthError('invalid_request', 'The code challenge must be of the method S256.')
  }
  return challenge
}

/**
 * Where the browser goes with the answer. `iss` tells the client which server it comes from.
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

/** How this server names itself to clients; the same in its metadata and claims. */
export function issuer(origin: string): string {
  return `${origin}/`
}
