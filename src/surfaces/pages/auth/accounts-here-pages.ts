import type { FastifyReply } from 'fastify'
import { NotFound } from '../../../kernel/base/errors.ts'
import { assetUrl, fileUrl } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { HOME, STRIKES } from '../frame/account-links.ts'
import { csrfField } from '../frame/forms.ts'
import { ownPath } from '../frame/own-path.ts'
import { isKeptOut } from '../frame/signed-in.ts'
import type { FrontDoor, Visitor } from '../frame/visitor.ts'
import {
  type Call,
  formRoute,
  goTo,
  type Pages,
  pageRoute,
  showPage,
  textOf,
  wantsJson,
} from '../pages.ts'
import {
  type AccountHere,
  leaveAccount,
  loadAccountsHere,
  MOST_ACCOUNTS,
  rememberSessions,
} from './accounts-here.ts'
import { forgetWayBack } from './way-back.ts'

const PATH = '/auth/accounts'

/** Several accounts in one browser: the list of signed-in accounts, switching between them, and signing out. */
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

/** @throws NotFound for an account that is not signed in here, whether or not it exists */
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

/** Redirects a browser; a script gets the address in JSON. */
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
<h1>${t('Accounts in this browser')}</h1>
<ul class="accounts-here">${await accountEntries(app, call, here, returnTo)}</ul>
${isFull && html`<p class="muted">${t('More than {most} accounts cannot be signed in at once. Sign out of one to add another.', { most: MOST_ACCOUNTS })}</p>`}
<div class="buttons">
${!isFull && html`<a class="button secondary" href="${addAddress(returnTo, true)}">${t('Add another account')}</a>`}
<form method="post" action="/auth/sign_out">${csrfField(visitor)}<input type="hidden" name="all" value="1"><button class="button quiet">${here.length > 1 ? t('Sign out of all') : t('Sign out')}</button></form>
</div>
</div>`
  const headers = { popup: true }
  return showPage(app, call, { title: t('Accounts in this browser'), body, headers, bare: true })
}

/** On the sign-in page: the other accounts that this browser can switch to; false if there are none. */
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
<h2 id="go-on-as">${t('Go on as')}</h2>
<ul class="accounts-here">${await accountEntries(app, call, others, returnTo)}</ul>
<h2>${t('Or sign in')}</h2>
</section>`
}

/** Address of the sign-in page for another account. @param beside the current account stays signed in */
export function addAddress(returnTo: string | null, beside: boolean): string {
  const query = new URLSearchParams({
    ...(beside ? { add: '1' } : {}),
    ...(returnTo === null ? {} : { return_to: returnTo }),
  })
  return `/auth/sign_in${query.size === 0 ? '' : `?${query}`}`
}

/** Address of the page that lists the accounts to switch to. */
export function chooseAddress(returnTo: string | null): string {
  return returnTo === null ? PATH : `${PATH}?${new URLSearchParams({ return_to: returnTo })}`
}

/** Whether this browser has as many signed-in accounts as it may have. */
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
    ? html`<a class="button primary" href="${returnTo ?? HOME}">${t('Go on')}</a>`
    : html`<form method="post" action="/auth/switch">${csrfField(visitor)}
<input type="hidden" name="account_id" value="${user.id}">
${returnTo && html`<input type="hidden" name="return_to" value="${returnTo}">`}
<button class="button secondary" aria-describedby="account-${user.id}">${t('Switch')}</button></form>`
}
</li>`
  })
}

/** Avatar and names of local accounts, by account id. */
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
