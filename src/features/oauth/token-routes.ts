import type { FastifyReply, FastifyRequest } from 'fastify'
import { Unauthorized } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { hashSecret } from '../identity/secrets.ts'
import type { Application } from './applications.ts'
import { exchangeCode } from './authorization-codes.ts'
import { findClient, readClientCredentials } from './clients.ts'
import { invalidClient, missingParameter, OAuthError } from './errors.ts'
import { grantedScopes } from './scopes.ts'
import { type IssuedToken, issueToken, presentToken, revokeTokens } from './tokens.ts'

const TokenBody = Type.Object({
  grant_type: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  redirect_uri: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  token: Type.Optional(Type.String()),
})
type TokenBody = Static<typeof TokenBody>

export const tokenRoutes: Routes = (server, app) => {
  tokenRoute(server, app)
  revokeRoute(server, app)
  knownTokenRoutes(server, app)
}

const tokenRoute: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/oauth/#token
  server.post(
    '/oauth/token',
    { config: { limits: ['tokens'] }, schema: { body: TokenBody } },
    async (request, reply) => {
      forbidCaching(reply)
      checkGrantType(request.body)
      const client = await authenticateClient(app, request, reply)
      const token =
        request.body.grant_type === 'client_credentials'
          ? await giveAppToken(app, client, request.body)
          : await giveUserToken(app, client, request.body)
      return presentToken(token)
    },
  )
}

const revokeRoute: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/oauth/#revoke
  server.post('/oauth/revoke', { schema: { body: TokenBody } }, async (request, reply) => {
    forbidCaching(reply)
    const { token: text = '' } = request.body
    const client = await findClient(app.db, credentialsOf(request))
    const token = await findToken(app, text)
    if (client === null || text === '' || (token && token.application_id !== client.id)) {
      throw new OAuthError('unauthorized_client', undefined, 403)
    }
    if (token) await app.transact((tx) => revokeTokens(tx, [token.id]))
    return {}
  })
}

/** Routes with information about a token. */
const knownTokenRoutes: Routes = (server, app) => {
  // https://www.rfc-editor.org/rfc/rfc7662
  server.post('/oauth/introspect', { schema: { body: TokenBody } }, async (request, reply) => {
    forbidCaching(reply)
    const client = await authenticateClient(app, request, reply)
    const token = await findToken(app, request.body.token ?? '')
    if (!token || token.revoked_at !== null || token.application_id !== client.id) {
      return { active: false }
    }
    return {
      active: true,
      scope: token.scopes,
      client_id: token.client_id,
      token_type: 'Bearer',
      exp: null,
      iat: Math.floor(token.created_at / 1000),
    }
  })

  server.get(
    '/oauth/token/info',
    { config: { scope: 'any', appToken: true, unconfirmed: true } },
    async ({ auth }, reply) => {
      forbidCaching(reply)
      // a browser session has no token
      if (auth?.tokenId == null) throw new Unauthorized()
      const token = await findTokenById(app, auth.tokenId)
      return {
        resource_owner_id: token.user_id,
        scope: token.scopes.split(' '),
        expires_in: null,
        application: { uid: token.client_id },
        created_at: Math.floor(token.created_at / 1000),
      }
    },
  )
}

function checkGrantType({ grant_type: type }: TokenBody): void {
  if (type === undefined || type === '') throw missingParameter('grant_type')
  if (type !== 'authorization_code' && type !== 'client_credentials') {
    throw new OAuthError('unsupported_grant_type')
  }
}

/** @throws OAuthError invalid_client */
async function authenticateClient(
  app: App,
  request: FastifyRequest<{ Body: TokenBody }>,
  reply: FastifyReply,
): Promise<Application> {
  const client = await findClient(app.db, credentialsOf(request))
  if (client !== null) return client
  if (request.headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Basic realm="oauth"')
  }
  throw invalidClient()
}

function credentialsOf(request: FastifyRequest<{ Body: TokenBody }>) {
  const { client_id, client_secret } = request.body
  return readClientCredentials(request.headers.authorization, { client_id, client_secret })
}

async function giveAppToken(app: App, client: Application, body: TokenBody): Promise<IssuedToken> {
  const scopes = grantedScopes(body.scope ?? null, client.scopes).join(' ')
  return app.transact((tx) =>
    issueToken(tx, app.keys, { applicationId: client.id, userId: null, scopes }),
  )
}

async function giveUserToken(app: App, client: Application, body: TokenBody): Promise<IssuedToken> {
  const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = body
  if (!code) throw missingParameter('code')
  if (redirectUri === undefined) throw missingParameter('redirect_uri')
  const exchange = {
    applicationId: client.id,
    code,
    redirectUri,
    codeVerifier: codeVerifier || null,
  }
  const token = await app.transact((tx) => exchangeCode(tx, app.keys, exchange))
  if (token === null) throw new OAuthError('invalid_grant')
  return token
}

async function findToken(app: App, text: string) {
  return tokens(app).where('token_hash', '=', hashSecret(text)).executeTakeFirst()
}

async function findTokenById(app: App, id: string) {
  return tokens(app).where('access_token.id', '=', id).executeTakeFirstOrThrow()
}

function tokens({ db }: App) {
  return db
    .selectFrom('access_token')
    .innerJoin('application', 'application.id', 'access_token.application_id')
    .select(['access_token.id', 'access_token.application_id', 'access_token.user_id'])
    .select(['access_token.scopes', 'access_token.created_at', 'access_token.revoked_at'])
    .select('application.client_id')
}

/** Secrets in the reply must not be cached. */
function forbidCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  reply.header('pragma', 'no-cache')
}
