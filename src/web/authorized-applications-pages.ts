import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { NotFound, Unauthorized } from '../errors.ts'
import type { ApiScope } from '../http/scopes.ts'
import { normalizeId } from '../ids.ts'
import { isoTime } from '../json.ts'
import {
  type AuthorizedApplication,
  authorizedApplications,
  revokeAuthorisation,
} from '../oauth/authorized-applications.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { type SignedIn, signedIn } from './account-pages.ts'
import { csrfField, notice } from './forms.ts'
import { type Call, formRoute, goTo, type Pages, pageRoute, showPage, textOf } from './pages.ts'
import { describeScopes } from './scope-names.ts'

const URL_PATH = '/oauth/authorized_applications'

export const authorizedApplicationsPages: Pages = (server, app, door) => {
  pageRoute(server, door, URL_PATH, async (call) => {
    if (wantsJson(call) && call.visitor.user === null)
      throw new Unauthorized('Please sign in first')
    const caller = signedIn(call)
    if (caller === null) return call.reply
    const list = await authorizedApplications(app.db, caller.user.userId)
    if (!wantsJson(call)) return showList(app, caller, list)
    call.reply.header('cache-control', 'private, no-store')
    return call.reply.send(list.map(presentEntry))
  })

  const revoke = async (call: Call) => {
    const caller = signedIn(call)
    if (caller === null) return call.reply
    const id = normalizeId(textOf(call.request.params, 'id'))
    if (id === null) throw new NotFound()
    await app.transact((tx) => revokeAuthorisation(tx, caller.user.userId, id))
    if (wantsJson(call)) return call.reply.code(204).send()
    return goTo(call.reply, `${URL_PATH}?done=revoked`)
  }
  const url = `${URL_PATH}/:id`
  formRoute(server, door, { url, submit: revoke })
  formRoute(server, door, { method: 'DELETE', url, submit: revoke })
}

function wantsJson({ request }: Call): boolean {
  const { accept = '' } = request.headers
  return accept.includes('application/json') && !accept.includes('text/html')
}

function presentEntry(entry: AuthorizedApplication) {
  return {
    id: entry.id,
    name: entry.name,
    website: entry.website,
    scopes: entry.scopes,
    created_at: isoTime(entry.created_at),
  }
}

async function showList(
  app: App,
  caller: SignedIn,
  list: readonly AuthorizedApplication[],
): Promise<FastifyReply> {
  const done = textOf(caller.request.query, 'done') === 'revoked'
  const body = html`<h1>Authorized apps</h1>
<p class="muted">These apps may use your account. What you revoke is signed out at once.</p>
${done && notice('success', 'The app was signed out and cannot use your account any more.')}
${list.length === 0 ? html`<div class="card"><p>No app uses your account yet.</p><p><a class="button secondary" href="/welcome">Connect an app</a></p></div>` : list.map((entry) => card(caller, entry))}
<p class="links"><a href="/auth/edit">Back to your account</a></p>`
  return showPage(app, caller, { title: 'Authorized apps', body })
}

function card({ visitor }: SignedIn, entry: AuthorizedApplication): SafeHtml {
  const title = `app-${entry.id}`
  const lines = describeScopes(entry.scopes as ApiScope[])
  return html`<section class="card" aria-labelledby="${title}">
<h2 id="${title}" class="break">${entry.website === null ? entry.name : html`<a href="${entry.website}" rel="nofollow noopener noreferrer">${entry.name}</a>`}</h2>
<p class="muted small">since <time datetime="${isoTime(entry.created_at)}">${dateInWords(entry.created_at)}</time></p>
<ul class="scopes">${lines.map((line) => html`<li${line.strong && html` class="strong"`}>${line.text}</li>`)}</ul>
<form method="post" action="${URL_PATH}/${entry.id}">${csrfField(visitor)}<button class="button danger" aria-describedby="${title}">Revoke</button></form>
</section>`
}

function dateInWords(milliseconds: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(milliseconds)
}
