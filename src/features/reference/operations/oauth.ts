import type { Section } from './section.ts'

export const oauth: Section = {
  name: 'apps',
  title: 'Applications and tokens',
  about: 'OAuth 2: registering an application and getting tokens.',
  operations: {
    'POST /api/v1/apps': ['Register an application', 'CredentialApplication'],
    'GET /api/v1/apps/verify_credentials': ['The application of the token', 'Application'],
    'POST /oauth/token': ['Get a token', 'Token'],
    'POST /oauth/revoke': ['Revoke a token', '{}'],
    'POST /oauth/introspect': ['Whether a token is valid', 'Object'],
    'GET /oauth/token/info': [
      'What the token of the call may do',
      '{resource_owner_id,scope,expires_in,application,created_at}',
    ],
    'GET /oauth/userinfo': ['Claims about the user of the token', 'OIDC claims'],
    'POST /oauth/userinfo': ['The same', 'OIDC claims'],
    'GET /.well-known/oauth-authorization-server': [
      'Where and how to get tokens',
      'RFC8414 metadata',
    ],
  },
}
