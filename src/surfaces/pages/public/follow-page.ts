import type { FastifyReply } from 'fastify'
import { normalizeHost } from '../../../features/accounts/handles.ts'
import { Forbidden, NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { type Pages, signInAddress, textOf } from '../pages.ts'
import { fullHandle } from './account-parts.ts'
import { type AccountEntity, isLocal } from './entities.ts'
import { createEntrance, showPublicPage } from './page.ts'
import { getProfile } from './profile-data.ts'
import { followForm } from './profile-view.ts'
import { nameHtml, nameOf } from './text.ts'

export const followPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.post(
    '/@:username/follow',
    { schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      // otherwise other sites could use this page to redirect people in this server's name
      const from = request.headers['sec-fetch-site']
      if (from !== undefined && from !== 'same-origin') throw new Forbidden()
      const account = await getProfile(app, request.params.username)
      if (!isLocal(account)) throw new NotFound()
      const body = lead(app, reply, account, textOf(request.body, 'server'))
      return showPublicPage(app, call, {
        title: t('Follow {account}', { account: nameOf(account) }),
        body,
      })
    },
  )
}

/** Leads the visitor to the server that they typed, unless it is invalid or this server. */
function lead(app: App, reply: FastifyReply, account: AccountEntity, typed: string): SafeHtml {
  const { domain, handleDomain } = app.config
  const host = serverIn(typed)
  if (host === domain || host === handleDomain) return onThisServer(account)
  if (host === null) {
    reply.code(422)
    return notUnderstood(app, account, typed)
  }
  const query = new URLSearchParams({ uri: account.uri })
  const target = `https://${host}/authorize_interaction?${query}`
  // not a redirect: the policy of the page lets forms lead to this server only
  reply.header('refresh', `0; url=${target}`)
  return html`<div class="card">
<h1>${t('On to {host}', { host })}</h1>
<p>${rich('Your server will ask whether you want to follow {nameHtml} ({fullHandle}).', { nameHtml: html`<strong>${nameHtml(account)}</strong>`, fullHandle: html`<span class="copyable break">@${fullHandle(app.config, account)}</span>` })}</p>
<p><a class="button primary" href="${target}" rel="nofollow noopener">${t('Continue to {host}', { host })}</a></p>
<p class="muted small">${t('If it knows nothing of this page, search there for the address above.')}</p>
</div>`
}

/**
 * The host that somebody typed: a domain, an address of a page, or a handle.
 * @returns null if the text contains no valid host
 */
export function serverIn(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
  const host = normalizeHost(bare.slice(bare.lastIndexOf('@') + 1))
  return host !== null && /^[^.]+\.|^localhost(?::|$)/.test(host) ? host : null
}

function onThisServer({ username }: AccountEntity): SafeHtml {
  return html`<div class="card">
<h1>${t('That is this server')}</h1>
<p>${t('Sign in here, or follow from the app that you use.')}</p>
<p class="buttons"><a class="button primary" href="${signInAddress(`/@${username}`)}">${t('Sign in')}</a><a class="button secondary" href="/@${username}">${t('Back')}</a></p>
</div>`
}

function notUnderstood(app: App, account: AccountEntity, typed: string): SafeHtml {
  return html`<div class="card">
<h1>${t('Which server is that?')}</h1>
<p>${rich('{slice} is not the address of a server. It looks like {code}.', { slice: html`<strong class="break">${typed.trim().slice(0, 100) || t('Nothing')}</strong>`, code: html`<code>social.example</code>` })}</p>
${followForm(app, account)}
<p><a href="/@${account.username}">${t('Back to the profile')}</a></p>
</div>`
}
