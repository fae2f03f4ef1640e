import type { FastifyRequest } from 'fastify'
import { assetUrl, fileUrl } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { cacheDocument } from '../../kernel/http/cache-headers.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { ALL_SCOPES } from '../../kernel/http/scopes.ts'
import { issuer } from './authorization-request.ts'

export const openidRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/oauth/#userinfo
  for (const method of ['GET', 'POST'] as const) {
    server.route({
      method,
      url: '/oauth/userinfo',
      config: { scope: 'profile' },
      handler: (request) => renderUserInfo(app, request),
    })
  }

  // https://www.rfc-editor.org/rfc/rfc8414
  server.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
    cacheDocument(reply)
    return serverMetadata(app.config.origin)
  })
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfo */
async function renderUserInfo({ config, db }: App, request: FastifyRequest) {
  const account = await db
    .selectFrom('account')
    .select(['uri', 'url', 'username', 'display_name', 'avatar_key'])
    .where('id', '=', viewerOf(request).id)
    .executeTakeFirstOrThrow()
  const { avatar_key: avatar } = account
  return {
    iss: issuer(config.origin),
    sub: account.uri,
    name: account.display_name,
    preferred_username: account.username,
    profile: account.url,
    picture: avatar === null ? assetUrl(config, 'avatar.png') : fileUrl(config, avatar),
  }
}

function serverMetadata(origin: string) {
  return {
    issuer: issuer(origin),
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    introspection_endpoint: `${origin}/oauth/introspect`,
    userinfo_endpoint: `${origin}/oauth/userinfo`,
    scopes_supported: ALL_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: 'https://docs.joinmastodon.org/',
    app_registration_endpoint: `${origin}/api/v1/apps`,
  }
}
