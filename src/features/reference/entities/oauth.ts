import { Type } from '../../../kernel/http/schema.ts'
import { closed, count, id, listOf, mapOf, nullable, optional, text, url } from './kinds.ts'

const application = {
  id,
  name: text,
  website: nullable(url),
  scopes: listOf(text),
  redirect_uris: listOf(text),
  redirect_uri: text,
  vapid_key: text,
}

/** Entities of applications and tokens (S-130, S-440, S-444). */
export const oauthEntities = {
  Application: closed(application),
  CredentialApplication: closed({
    ...application,
    client_id: text,
    client_secret: text,
    client_secret_expires_at: Type.Literal(0),
  }),
  Token: closed({
    access_token: text,
    token_type: Type.Literal('Bearer'),
    scope: text,
    created_at: Type.Integer(),
  }),
  'OIDC claims': closed({
    iss: url,
    sub: text,
    name: text,
    preferred_username: text,
    profile: url,
    picture: url,
  }),
  'RFC8414 metadata': Type.Object({
    issuer: url,
    authorization_endpoint: url,
    token_endpoint: url,
    revocation_endpoint: url,
    userinfo_endpoint: url,
    scopes_supported: listOf(text),
    response_types_supported: listOf(Type.Literal('code')),
    response_modes_supported: listOf(text),
    grant_types_supported: listOf(text),
    token_endpoint_auth_methods_supported: listOf(text),
    code_challenge_methods_supported: listOf(Type.Literal('S256')),
    service_documentation: url,
    app_registration_endpoint: url,
  }),
  '{resource_owner_id,scope,expires_in,application,created_at}': closed({
    resource_owner_id: nullable(id),
    scope: listOf(text),
    expires_in: nullable(count),
    application: closed({ uid: text }),
    created_at: Type.Integer(),
  }),
  Error: Type.Object({ error: Type.String({ minLength: 1 }), error_description: optional(text) }),
  ValidationError: closed({
    error: Type.String({ minLength: 1 }),
    details: mapOf(
      listOf(closed({ error: Type.String({ pattern: '^ERR_[A-Z_]+$' }), description: text })),
    ),
  }),
}
