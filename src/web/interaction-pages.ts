import type { FastifyReply } from 'fastify'
import { renderAccounts } from '../accounts/serializer.ts'
import type { App } from '../app.ts'
import type { Found } from '../search/by-address.ts'
import { resolveText } from '../search/resolve.ts'
import { loadStatuses } from '../statuses/serializer.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { type Call, goTo, type Pages, showPage, textOf } from './pages.ts'
import type { AccountEntity, StatusEntity } from './public-entities.ts'
import { type SignedIn, signedIn } from './signed-in.ts'

const URL_PATH = '/authorize_interaction'

/** What somebody may have come for, in the words of the API; the page that is shown offers it. */
const INTENTS: ReadonlySet<string> = new Set(['follow', 'favourite', 'reblog', 'reply', 'quote'])

/**
 * Where people are led who found something on another server and want to follow, answer or share it from
 * here. Nothing is done by that alone: it is shown, and they decide.
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

/** Other software gives an address as `uri`, older one a handle as `acct`. */
function wantedOf({ request }: Call): string {
  return (textOf(request.query, 'uri') || textOf(request.query, 'acct')).trim()
}

/** Where the client shows it: always a path of this server (A50). @returns null if the person may not see it */
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
<h1>${wanted === '' ? 'What are you looking for?' : 'Not found'}</h1>
${wanted === '' ? EMPTY : notFound(wanted)}
<form method="get" action="${URL_PATH}" class="stack">
<div class="field"><label for="uri">Address or handle</label>
<input type="text" id="uri" name="uri" value="${wanted}" placeholder="@name@social.example" maxlength="2000" autocomplete="off" autocapitalize="none" spellcheck="false" required></div>
<button class="button primary wide">Look again</button>
</form>
<p class="links"><a href="/search?${new URLSearchParams({ q: wanted }).toString()}">Search for words</a> <a href="/home">Home</a></p>
</div>`
  return showPage(app, call, { title: 'Not found', body, status: 404 })
}

const EMPTY = html`<p>Enter the address of a profile or post of any server, or somebody’s handle.</p>`

function notFound(wanted: string): SafeHtml {
  return html`<p>Nothing was found at <strong class="break">${wanted.slice(0, 300)}</strong>.</p>
<p class="muted">Its server may not answer right now, it may have been deleted, or it is not for everybody to see.</p>`
}
