import type { FastifyReply } from 'fastify'
import type { Application } from '../../../features/oauth/applications.ts'
import {
  type AuthorizationParams,
  type AuthorizationRequest,
  answerAddress,
} from '../../../features/oauth/authorization-request.ts'
import type { OAuthError } from '../../../features/oauth/errors.ts'
import { OUT_OF_BAND, schemeOf } from '../../../features/oauth/redirect-uris.ts'
import { assetUrl, fileUrl } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField } from '../frame/forms.ts'
import { type Call, showPage } from '../pages.ts'
import { chooseAddress } from './accounts-here-pages.ts'
import { describeScopes } from './scope-names.ts'

/** Parameters of the authorization request; the form repeats them. */
export const PARAMS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const satisfies readonly (keyof AuthorizationParams)[]

export interface Refusal {
  error: OAuthError
  /** set if the client is known and the redirect URI is registered for it */
  application?: Application
  redirectUri?: string
}

export function queryOf(params: AuthorizationParams): URLSearchParams {
  return new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''))
}

/** Redirect address that reports the error to the app. */
export function errorAddress(
  app: App,
  { redirect_uri, state }: AuthorizationParams,
  error: OAuthError,
): string {
  const answer = { error: error.code, error_description: error.description }
  return answerAddress(app.config.origin, redirect_uri, state, answer)
}

export async function showConsent(
  app: App,
  call: Call,
  params: AuthorizationParams,
  { request, user }: { request: AuthorizationRequest; user: Viewer },
): Promise<FastifyReply> {
  const { application, redirectUri, scopes } = request
  const here = `/oauth/authorize?${queryOf(params)}`
  const body = html`<div class="card consent">
<h1>${rich('{name} would like to use your account', { name: html`<span class="app-name">${application.name}</span>` })}</h1>
${await identity(app, user, here)}
<h2>${t('It will be able to')}</h2>
<ul class="scopes">${describeScopes(scopes).map((line) => html`<li${line.strong && html` class="strong"`}>${line.text}</li>`)}</ul>
<form method="post" action="/oauth/authorize" class="stack">
${csrfField(call.visitor)}
${PARAMS.map((name) => params[name] !== '' && html`<input type="hidden" name="${name}" value="${params[name]}">`)}
<div class="buttons">
<button class="button primary" name="decision" value="allow">${t('Authorize')}</button>
<button class="button secondary" name="decision" value="deny">${t('Deny')}</button>
</div>
</form>
<p class="muted small">${rich('{destination} You can take this back at any time in your <link>authorized apps</link>.', { destination: destination(redirectUri), link: (text: SafeHtml) => html`<a href="/oauth/authorized_applications">${text}</a>` })}</p>
</div>`
  // browsers apply form-action to the redirects after a form too, also to redirects within the app's own site
  const formTargets = ['https:', 'http:', schemeOf(redirectUri)]
  const title = t('Authorize {name}', { name: application.name })
  return showPage(app, call, { title, body, headers: { popup: true, formTargets }, bare: true })
}

async function identity(app: App, user: Viewer, here: string): Promise<SafeHtml> {
  const account = await app.db
    .selectFrom('account')
    .select(['display_name', 'username', 'avatar_static_key'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { display_name: name, username, avatar_static_key: key } = account
  const avatar = key === null ? assetUrl(app.config, 'avatar.png') : fileUrl(app.config, key)
  return html`<div class="identity">
<img class="avatar" src="${avatar}" alt="" width="48" height="48">
<div class="names"><strong>${name || username}</strong><span class="muted">@${username}@${app.config.handleDomain}</span></div>
<a href="${chooseAddress(here)}">${t('Not you?')}</a>
</div>`
}

function destination(redirectUri: string): SafeHtml {
  if (redirectUri === OUT_OF_BAND) return html`${t('You will get a code to copy into the app.')}`
  const url = new URL(redirectUri)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  if (!web)
    return html`${rich('You will be taken back to the app ({protocol}).', { protocol: html`<code>${url.protocol}</code>` })}`
  return html`${rich('You will be taken to {host}.', { host: html`<code>${url.host}</code>` })}`
}

/** Shows the error without a redirect before consent: the app may belong to the sender of the link. */
export async function showRefusal(
  app: App,
  call: Call,
  params: AuthorizationParams,
  { error, application, redirectUri }: Refusal,
): Promise<FastifyReply> {
  const goesBack = redirectUri !== undefined && redirectUri !== OUT_OF_BAND
  const body = html`<div class="card">
<h1>${t('The app asks for something it cannot have')}</h1>
<p>${error.description}</p>
<p class="muted small">${rich('Code: {code}', { code: html`<code>${error.code}</code>` })}</p>
<p>${t('Please try again from the app; if it stays like this, tell those who make it.')}</p>
${goesBack && html`<p><a class="button secondary" href="${errorAddress(app, params, error)}">${t('Back to {name}', { name: application?.name ?? '' })}</a></p>`}
</div>`
  const title = t('The app asks for something it cannot have')
  const status = error.statusCode
  return showPage(app, call, { title, body, status, headers: { popup: true }, bare: true })
}

export async function showCode(app: App, call: Call, code: string): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('Copy this code into the app')}</h1>
<div class="field"><label for="code">${t('Your code')}</label>
<input class="code" id="code" type="text" readonly value="${code}" autocomplete="off"></div>
<p class="muted">${t('It works once, for ten minutes. Give it to nobody else: it opens your account.')}</p>
</div>`
  const title = t('Copy this code into the app')
  return showPage(app, call, { title, body, headers: { popup: true }, bare: true })
}

export async function showDenied(app: App, call: Call): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('You denied the request')}</h1>
<p>${t('The app got nothing. You can close this page.')}</p>
</div>`
  return showPage(app, call, { title: t('You denied the request'), body, bare: true })
}
