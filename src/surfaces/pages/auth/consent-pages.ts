import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCode } from '../../../features/oauth/authorization-codes.ts'
import {
  type AuthorizationParams,
  type AuthorizationRequest,
  answerAddress,
  checkAuthorization,
} from '../../../features/oauth/authorization-request.ts'
import { OAuthError } from '../../../features/oauth/errors.ts'
import { OUT_OF_BAND } from '../../../features/oauth/redirect-uris.ts'
import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { type Call, goTo, leaveTo, type Pages, pageRoute, textOf } from '../pages.ts'
import {
  errorAddress,
  PARAMS,
  queryOf,
  type Refusal,
  showCode,
  showConsent,
  showDenied,
  showRefusal,
} from './consent-views.ts'
import { goToSignIn } from './way-back.ts'

export const consentPages: Pages = (server, app, door) => {
  // https://docs.joinmastodon.org/methods/oauth/#authorize
  pageRoute(server, door, '/oauth/authorize', async (call) => {
    const params = readParams(call.request.query)
    const checked = await check(app, params)
    if ('error' in checked) return showRefusal(app, call, params, checked)
    const { user } = call.visitor
    const force = isTrue(textOf(call.request.query, 'force_login'))
    if (user?.barred === 'two_factor') return goTo(call.reply, '/settings/two_factor')
    if (user === null || force) {
      return goToSignIn(app, call, `/oauth/authorize?${queryOf(params)}`, force)
    }
    return showConsent(app, call, params, { request: checked.request, user })
  })

  const decide = async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await door.greet(request, reply)
    const call = { request, reply, visitor }
    const params = readParams(request.body)
    if (visitor.user === null) {
      return goToSignIn(app, call, `/oauth/authorize?${queryOf(params)}`)
    }
    if (!door.isOwnForm(request, visitor)) {
      throw new Unprocessable('This form is out of date, or your browser did not send its cookie')
    }
    if (visitor.user.barred !== null) return goTo(reply, '/settings/two_factor')
    const checked = await check(app, params)
    if ('error' in checked) return showRefusal(app, call, params, checked)
    const denied = request.method === 'DELETE' || textOf(request.body, 'decision') === 'deny'
    if (denied) return deny(app, call, params)
    return grant(app, reply, params, { request: checked.request, user: visitor.user })
  }
  server.post('/oauth/authorize', decide)
  server.delete('/oauth/authorize', decide)

  pageRoute(server, door, '/oauth/authorize/native', async (call) => {
    const code = textOf(call.request.query, 'code')
    if (call.visitor.user === null) return goToSignIn(app, call, call.request.url)
    return showCode(app, call, code)
  })
}

type Checked = { request: AuthorizationRequest } | Refusal

async function check(app: App, params: AuthorizationParams): Promise<Checked> {
  try {
    return await checkAuthorization(app.db, params)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return { error }
  }
}

function readParams(from: unknown): AuthorizationParams {
  const entries = PARAMS.map((name) => [name, textOf(from, name)])
  return Object.fromEntries(entries) as AuthorizationParams
}

function isTrue(text: string): boolean {
  return !['', '0', 'f', 'false', 'off'].includes(text.toLowerCase())
}

async function grant(
  app: App,
  reply: FastifyReply,
  { state }: AuthorizationParams,
  { request, user }: { request: AuthorizationRequest; user: Viewer },
): Promise<FastifyReply> {
  const { application, redirectUri, scopes, codeChallenge } = request
  const code = await app.transact((tx) =>
    createCode(tx, {
      applicationId: application.id,
      userId: user.userId,
      redirectUri,
      scopes: scopes.join(' '),
      codeChallenge,
    }),
  )
  if (redirectUri === OUT_OF_BAND) {
    return goTo(reply, `/oauth/authorize/native?${new URLSearchParams({ code })}`)
  }
  return leaveTo(reply, answerAddress(app.config.origin, redirectUri, state, { code }))
}

async function deny(app: App, call: Call, params: AuthorizationParams): Promise<FastifyReply> {
  if (params.redirect_uri === OUT_OF_BAND) return showDenied(app, call)
  return leaveTo(call.reply, errorAddress(app, params, new OAuthError('access_denied')))
}
