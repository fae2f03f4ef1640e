import type { FastifyReply } from 'fastify'
import { normalizeHost } from '../accounts/handles.ts'
import type { App } from '../app.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { Type } from '../http/schema.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { type Pages, signInAddress, textOf } from './pages.ts'
import { fullHandle } from './public-account-parts.ts'
import { type AccountEntity, isLocal } from './public-entities.ts'
import { createEntrance, showPublicPage } from './public-page.ts'
import { getProfile } from './public-profile-data.ts'
import { followForm } from './public-profile-view.ts'
import { nameHtml, nameOf } from './public-text.ts'

export const followPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.post(
    '/@:username/follow',
    { schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      // or other sites could use this page to send people somewhere in our name
      const from = request.headers['sec-fetch-site']
      if (from !== undefined && from !== 'same-origin') throw new Forbidden()
      const account = await getProfile(app, request.params.username)
      if (!isLocal(account)) throw new NotFound()
      const body = lead(app, reply, account, textOf(request.body, 'server'))
      return showPublicPage(app, call, { title: `Follow ${nameOf(account)}`, body })
    },
  )
}

/** Sends the visitor on to the server that they typed, if it is one and another one. */
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
  // not a redirect: the page's forms may lead nowhere but here
  reply.header('refresh', `0; url=${target}`)
  return html`<div class="card">
<h1>On to ${host}</h1>
<p>Your server will ask whether you want to follow <strong>${nameHtml(account)}</strong> (<span class="copyable break">@${fullHandle(app.config, account)}</span>).</p>
<p><a class="button primary" href="${target}" rel="nofollow noopener">Continue to ${host}</a></p>
<p class="muted small">If it knows nothing of this page, search there for the address above.</p>
</div>`
}

/**
 * The server that somebody typed: its domain, an address of one of its pages, or a handle.
 * @returns null if it cannot be one
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
<h1>That is this server</h1>
<p>Sign in here, or follow from the app that you use.</p>
<p class="buttons"><a class="button primary" href="${signInAddress(`/@${username}`)}">Sign in</a><a class="button secondary" href="/@${username}">Back</a></p>
</div>`
}

function notUnderstood(app: App, account: AccountEntity, typed: string): SafeHtml {
  return html`<div class="card">
<h1>Which server is that?</h1>
<p><strong class="break">${typed.trim().slice(0, 100) || 'Nothing'}</strong> is not the address of a server. It looks like <code>social.example</code>.</p>
${followForm(app, account)}
<p><a href="/@${account.username}">Back to the profile</a></p>
</div>`
}
