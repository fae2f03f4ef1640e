import type { FastifyReply } from 'fastify'
import type { ApiScope } from '../../http/scopes.ts'
import { isoTime } from '../../json.ts'
import {
  type AuthorizedApplication,
  authorizedApplications,
  revokeAllAuthorisations,
  revokeAuthorisation,
} from '../../oauth/authorized-applications.ts'
import {
  type BrowserSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '../../oauth/session-list.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { csrfField, notice } from '../forms.ts'
import { goTo, textOf, wantsJson } from '../pages.ts'
import { describeScopes } from '../scope-names.ts'
import type { SignedIn } from '../signed-in.ts'
import type { Visitor } from '../visitor.ts'
import { browserName } from './browser-names.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { dateOf, lastDay, lastUse } from './times.ts'

const PATH = '/settings/sessions'
/** where Mastodon has the list; clients and people know it */
const APPS = '/oauth/authorized_applications'

export const sessionsSection: SettingsSection = {
  path: PATH,
  title: 'Sessions and apps',
  summary: 'Where you are signed in, and what may use your account',
  group: 'account',
  alsoAt: ['/settings/applications', '/settings/login_activities'],
  register(frame) {
    frame.page({ show: (caller) => showAll(frame, caller) })
    sessionForms(frame)
    appForms(frame)
    knownAddress(frame)
  },
}

function sessionForms({ app, form }: SettingsFrame): void {
  form({
    path: `${PATH}/:id/revoke`,
    async submit({ user, request, reply }) {
      const id = idOf(request.params)
      await app.transact((tx) => revokeSession(tx, user.userId, id))
      return goTo(reply, `${PATH}?done=session`)
    },
  })
  form({
    path: `${PATH}/revoke_others`,
    async submit({ user, sessionId, reply }) {
      await app.transact((tx) => revokeOtherSessions(tx, user.userId, sessionId))
      return goTo(reply, `${PATH}?done=sessions`)
    },
  })
}

function appForms({ app, form }: SettingsFrame): void {
  const revoke = async (caller: SignedIn) => {
    const { user, request, reply } = caller
    const id = idOf(request.params)
    await app.transact((tx) => revokeAuthorisation(tx, user.userId, id))
    if (wantsJson(caller)) return reply.code(204).send()
    return goTo(reply, `${PATH}?done=app#apps`)
  }
  form({ path: `${APPS}/:id`, submit: revoke })
  form({ method: 'DELETE', path: `${APPS}/:id`, submit: revoke })
  form({
    path: `${PATH}/revoke_apps`,
    async submit({ user, reply }) {
      await app.transact((tx) => revokeAllAuthorisations(tx, user.userId))
      return goTo(reply, `${PATH}?done=apps#apps`)
    },
  })
}

function knownAddress(frame: SettingsFrame): void {
  frame.page({
    path: APPS,
    async show(caller) {
      if (!wantsJson(caller)) return showAll(frame, caller)
      const list = await authorizedApplications(frame.app.db, caller.user.userId)
      caller.reply.header('cache-control', 'private, no-store')
      return caller.reply.send(list.map(presentEntry))
    },
  })
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

const DONE: Record<string, string> = {
  session: 'The browser was signed out.',
  sessions: 'Every other browser was signed out.',
  app: 'The app was signed out and cannot use your account any more.',
  apps: 'Every app was signed out.',
}

async function showAll(frame: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const { db, clock } = frame.app
  const sessions = await listSessions(db, caller.user.userId, clock())
  const apps = await authorizedApplications(db, caller.user.userId)
  const done = DONE[textOf(caller.request.query, 'done')]
  const body = html`${done && notice('success', done)}
${sessionsCard(caller, sessions, clock())}
${appsCard(caller.visitor, apps, clock())}`
  return frame.show(caller, { body })
}

function sessionsCard(
  { visitor, sessionId }: SignedIn,
  sessions: readonly BrowserSession[],
  now: number,
): SafeHtml {
  // the one that is looked at stands first
  const sorted = sessions.toSorted(
    (a, b) => Number(b.id === sessionId) - Number(a.id === sessionId),
  )
  return html`<section class="card" aria-labelledby="browsers">
<h2 id="browsers">Browsers</h2>
<p class="muted">Sign out what you do not know, and change your password then.</p>
<ul class="entries">${sorted.map((session) => sessionEntry(visitor, session, { now, current: session.id === sessionId }))}</ul>
${sessions.length > 1 && html`<form method="post" action="${PATH}/revoke_others">${csrfField(visitor)}<button class="button danger">Sign out all other browsers</button></form>`}
</section>`
}

function sessionEntry(
  visitor: Visitor,
  session: BrowserSession,
  { now, current }: { now: number; current: boolean },
): SafeHtml {
  const title = `session-${session.id}`
  return html`<li class="entry">
<div class="entry-text"><strong id="${title}">${browserName(session.user_agent)}</strong>${current && html` <span class="badge">This browser</span>`}
<span class="muted small break">${session.ip === null ? 'Signed in' : html`Signed in from ${session.ip}`} on ${dateOf(session.created_at)}${!current && html`, used ${lastUse(session.last_used_at, now)}`}</span></div>
${!current && html`<form method="post" action="${PATH}/${session.id}/revoke">${csrfField(visitor)}<button class="button secondary" aria-describedby="${title}">Sign out</button></form>`}
</li>`
}

function appsCard(visitor: Visitor, apps: readonly AuthorizedApplication[], now: number): SafeHtml {
  return html`<section class="card" aria-labelledby="apps">
<h2 id="apps">Apps</h2>
${apps.length === 0 ? html`<p>No app uses your account yet.</p>` : html`<p class="muted">These apps may use your account. What you revoke is signed out at once.</p>`}
<ul class="entries">${apps.map((entry) => appEntry(visitor, entry, now))}</ul>
<div class="buttons">${apps.length > 1 && html`<form method="post" action="${PATH}/revoke_apps">${csrfField(visitor)}<button class="button danger">Revoke all apps</button></form>`}<a class="button secondary" href="/welcome">Connect an app</a></div>
</section>`
}

function appEntry(visitor: Visitor, entry: AuthorizedApplication, now: number): SafeHtml {
  const title = `app-${entry.id}`
  const lines = describeScopes(entry.scopes as ApiScope[])
  const name =
    entry.website === null
      ? entry.name
      : html`<a href="${entry.website}" rel="nofollow noopener noreferrer">${entry.name}</a>`
  return html`<li class="entry">
<div class="entry-text"><h3 id="${title}" class="break">${name}</h3>
<span class="muted small">Since ${dateOf(entry.created_at)}, ${lastDay(entry.last_used_day, now)}</span>
<ul class="scopes small">${lines.map((line) => html`<li${line.strong && html` class="strong"`}>${line.text}</li>`)}</ul></div>
<form method="post" action="${APPS}/${entry.id}">${csrfField(visitor)}<button class="button secondary" aria-describedby="${title}">Revoke</button></form>
</li>`
}
