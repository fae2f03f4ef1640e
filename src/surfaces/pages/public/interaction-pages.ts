import type { FastifyReply } from 'fastify'
import { renderAccounts } from '../../../features/accounts/serializer.ts'
import type { Found } from '../../../features/search/by-url.ts'
import { resolveText } from '../../../features/search/resolve.ts'
import { loadStatuses } from '../../../features/statuses/read/serializer.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { type SignedIn, signedIn } from '../frame/signed-in.ts'
import { type Call, goTo, type Pages, showPage, textOf } from '../pages.ts'
import type { AccountEntity, StatusEntity } from './entities.ts'

const URL_PATH = '/authorize_interaction'

/** Intended actions, in the words of the API; the page that follows offers the action. */
const INTENTS: ReadonlySet<string> = new Set(['follow', 'favourite', 'reblog', 'reply', 'quote'])

/**
 * Addresses for people who come from another server to follow, answer or share an account or status from here.
 * The redirect alone changes nothing: the person decides on the page that follows.
 *
 * @see https://codeberg.org/fediverse/fep/src/branch/main/fep/3b86/fep-3b86.md
 */
export const interactionPages: Pages = (server, app, door) => {
  server.get(URL_PATH, { config: { limits: ['resolving'] } }, async (request, reply) => {
    const call = { request, reply, visitor: await door.greet(request, reply) }
    const caller = signedIn(app, call)
    if (caller === null) return reply
    if (caller.user.barred !== null) return goTo(reply, '/settings/two_factor')
    return lead(app, caller)
  })

  server.get('/.well-known/proxy', (request, reply) => {
    const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? []
    return goTo(reply, query === '' ? URL_PATH : `${URL_PATH}?${query}`)
  })
}

async function lead(app: App, caller: SignedIn): Promise<FastifyReply> {
  const wanted = wantedOf(caller)
  const found = wanted === '' ? null : await resolveText(app, wanted)
  const path = found === null ? null : await pathOf(app, caller, found)
  if (path === null) return showNothing(app, caller, wanted)
  const intent = textOf(caller.request.query, 'intent')
  return goTo(caller.reply, INTENTS.has(intent) ? `${path}?intent=${intent}` : path)
}

/** The address in `uri`; older software sends a handle in `acct` instead. */
function wantedOf({ request }: Call): string {
  return (textOf(request.query, 'uri') || textOf(request.query, 'acct')).trim()
}

/** The client's page of the object: always a path of this server (A50). @returns null if the user may not see it */
async function pathOf(app: App, { user }: SignedIn, { kind, id }: Found): Promise<string | null> {
  switch (kind) {
    case 'accounts': {
      const [text] = await renderAccounts(app, [id])
      if (text === undefined) return null
      const account: AccountEntity = JSON.parse(text)
      return `/@${account.acct}`
    }
    case 'statuses': {
      const text = (await loadStatuses(app, user, [id])).get(id)
      if (text === undefined) return null
      const status: StatusEntity = JSON.parse(text)
      return `/@${status.account.acct}/${status.id}`
    }
    case 'collections':
      return `/collections/${id}`
  }
}

function showNothing(app: App, call: Call, wanted: string): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${wanted === '' ? t('What are you looking for?') : t('Not found')}</h1>
${wanted === '' ? EMPTY : notFound(wanted)}
<form method="get" action="${URL_PATH}" class="stack">
<div class="field"><label for="uri">${t('Address or handle')}</label>
<input type="text" id="uri" name="uri" value="${wanted}" placeholder="${t('@name@social.example')}" maxlength="2000" autocomplete="off" autocapitalize="none" spellcheck="false" required></div>
<button class="button primary wide">${t('Look again|search')}</button>
</form>
<p class="links"><a href="/search?${new URLSearchParams({ q: wanted }).toString()}">${t('Search for words')}</a> <a href="/home">${t('Home')}</a></p>
</div>`
  return showPage(app, call, { title: t('Not found'), body, status: 404, width: 'wide' })
}

const EMPTY = html`<p>${t('Enter the address of a profile or post of any server, or somebody’s handle.')}</p>`

function notFound(wanted: string): SafeHtml {
  return html`<p>${rich('Nothing was found at {slice}.', { slice: html`<strong class="break">${wanted.slice(0, 300)}</strong>` })}</p>
<p class="muted">${t('Its server may not answer right now, it may have been deleted, or it is not for everybody to see.')}</p>`
}
