import type { FastifyReply } from 'fastify'
import { assetUrl, fileUrl } from '../addresses.ts'
import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'
import { NotFound } from '../errors.ts'
import type { Viewer } from '../http/routes.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { HOME, STRIKES } from './account-links.ts'
import {
  type AccountHere,
  leaveAccount,
  loadAccountsHere,
  MOST_ACCOUNTS,
  rememberSessions,
} from './accounts-here.ts'
import { csrfField } from './forms.ts'
import { ownPath } from './own-path.ts'
import {
  type Call,
  formRoute,
  goTo,
  type Pages,
  pageRoute,
  showPage,
  textOf,
  wantsJson,
} from './pages.ts'
import { isKeptOut } from './signed-in.ts'
import type { FrontDoor, Visitor } from './visitor.ts'
import { forgetWayBack } from './way-back.ts'

const PATH = '/auth/accounts'

/** Several accounts in one browser: who is signed in, going on as another one, and signing out. */
export const accountsHerePages: Pages = (server, app, door) => {
  pageRoute(server, door, PATH, (call) => showAccounts(app, call))

  formRoute(server, door, {
    url: '/auth/switch',
    submit: (call) => switchAccount(app, door, call),
  })

  formRoute(server, door, {
    url: '/auth/sign_out',
    async submit(call) {
      const all = textOf(call.request.body, 'all') === '1'
      const next = await leaveAccount(app, door, call, { all })
      return goOn(call, next === null ? '/' : placeOf(next, null))
    },
  })
}

/** @throws NotFound for whoever is not signed in here, whether there is such an account or not */
async function switchAccount(app: App, door: FrontDoor, call: Call): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const accountId = textOf(request.body, 'account_id')
  const here = await loadAccountsHere(app, request, visitor.cookie)
  const chosen = here.find(({ user }) => user.id === accountId)
  if (chosen === undefined) throw new NotFound('This account is not signed in here any more')
  door.admit(reply, chosen.cookie)
  rememberSessions(
    app,
    reply,
    here.map(({ cookie }) => cookie),
  )
  forgetWayBack(app, call)
  return goOn(call, placeOf(chosen.user, ownPath(textOf(request.body, 'return_to'))))
}

function placeOf(user: Viewer, returnTo: string | null): string {
  return isKeptOut(user) ? STRIKES : (returnTo ?? HOME)
}

/** A browser is led on, a script told where to. */
function goOn(call: Call, address: string): FastifyReply {
  if (!wantsJson(call)) return goTo(call.reply, address)
  return call.reply.header('cache-control', 'private, no-store').send({ location: address })
}

async function showAccounts(app: App, call: Call): Promise<FastifyReply> {
  const { request, visitor } = call
  const returnTo = ownPath(textOf(request.query, 'return_to'))
  const here = await loadAccountsHere(app, request, visitor.cookie)
  if (here.length === 0) return goTo(call.reply, addAddress(returnTo, false))
  const isFull = here.length >= MOST_ACCOUNTS
  const body = html`<div class="card">
<h1>Accounts in this browser</h1>
<ul class="accounts-here">${await accountEntries(app, call, here, returnTo)}</ul>
${isFull && html`<p class="muted">More than ${MOST_ACCOUNTS} accounts cannot be signed in at once. Sign out of one to add another.</p>`}
<div class="buttons">
${!isFull && html`<a class="button secondary" href="${addAddress(returnTo, true)}">Add another account</a>`}
<form method="post" action="/auth/sign_out">${csrfField(visitor)}<input type="hidden" name="all" value="1"><button class="button quiet">${here.length > 1 ? 'Sign out of all' : 'Sign out'}</button></form>
</div>
</div>`
  const headers = { popup: true }
  return showPage(app, call, { title: 'Accounts in this browser', body, headers, bare: true })
}

/** The accounts to go on with, for who comes to sign in; nothing where there are none. */
export async function accountsToGoOnWith(
  app: App,
  call: Call,
  returnTo: string | null,
): Promise<SafeHtml | false> {
  const { request, visitor } = call
  const here = await loadAccountsHere(app, request, visitor.cookie)
  const others = here.filter(({ user }) => !isCurrent(visitor, user))
  if (others.length === 0) return false
  return html`<section aria-labelledby="go-on-as">
<h2 id="go-on-as">Go on as</h2>
<ul class="accounts-here">${await accountEntries(app, call, others, returnTo)}</ul>
<h2>Or sign in</h2>
</section>`
}

/** Where somebody else signs in. @param beside who is signed in stays so */
export function addAddress(returnTo: string | null, beside: boolean): string {
  const query = new URLSearchParams({
    ...(beside ? { add: '1' } : {}),
    ...(returnTo === null ? {} : { return_to: returnTo }),
  })
  return `/auth/sign_in${query.size === 0 ? '' : `?${query}`}`
}

/** Where one chooses as whom to go on. */
export function chooseAddress(returnTo: string | null): string {
  return returnTo === null ? PATH : `${PATH}?${new URLSearchParams({ return_to: returnTo })}`
}

/** Whether nobody can be signed in here beside those who are. */
export async function isFullHere(app: App, { request, visitor }: Call): Promise<boolean> {
  return (await loadAccountsHere(app, request, visitor.cookie)).length >= MOST_ACCOUNTS
}

function isCurrent({ user, barred }: Visitor, { id }: Viewer): boolean {
  return (user ?? barred?.user)?.id === id
}

async function accountEntries(
  app: App,
  { visitor }: Call,
  accounts: readonly AccountHere[],
  returnTo: string | null,
): Promise<SafeHtml[]> {
  const faces = await loadFaces(
    app,
    accounts.map(({ user }) => user.id),
  )
  return accounts.map(({ user }) => {
    const current = isCurrent(visitor, user)
    return html`<li class="account-here">
${faces.get(user.id)}
${
  current
    ? html`<a class="button primary" href="${returnTo ?? HOME}">Go on</a>`
    : html`<form method="post" action="/auth/switch">${csrfField(visitor)}
<input type="hidden" name="account_id" value="${user.id}">
${returnTo && html`<input type="hidden" name="return_to" value="${returnTo}">`}
<button class="button secondary" aria-describedby="account-${user.id}">Switch</button></form>`
}
</li>`
  })
}

/** Picture and names of accounts of this server, by account. */
async function loadFaces(app: App, ids: readonly string[]): Promise<Map<string, SafeHtml>> {
  const rows = await app.db
    .selectFrom('account')
    .select(['id', 'username', 'display_name', 'avatar_static_key'])
    .where(idIn(app.db, 'id', ids))
    .execute()
  return new Map(
    rows.map(({ id, username, display_name: name, avatar_static_key: key }) => {
      const url = key === null ? assetUrl(app.config, 'avatar.png') : fileUrl(app.config, key)
      return [
        id,
        html`<img class="avatar" src="${url}" alt="" width="44" height="44">
<div class="names" id="account-${id}"><strong><bdi>${name || username}</bdi></strong> <span class="muted small">@${username}</span></div>`,
      ]
    }),
  )
}
