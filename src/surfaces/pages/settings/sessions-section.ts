import type { FastifyReply } from 'fastify'
import {
  type BrowserSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '../../../features/identity/session-list.ts'
import {
  type AuthorizedApplication,
  authorizedApplications,
  revokeAllAuthorisations,
  revokeAuthorisation,
} from '../../../features/oauth/authorized-applications.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { ApiScope } from '../../../kernel/http/scopes.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { describeScopes } from '../auth/scope-names.ts'
import { csrfField, notice } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { Visitor } from '../frame/visitor.ts'
import { goTo, textOf, wantsJson } from '../pages.ts'
import { browserName } from './browser-names.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { dateOf, lastDay, lastUse } from './times.ts'

const PATH = '/settings/sessions'
/** Mastodon's address of the list, which clients and people know */
const APPS = '/oauth/authorized_applications'

export const sessionsSection: SettingsSection = {
  path: PATH,
  title: t('Sessions and apps'),
  summary: t('Where you are signed in, and what may use your account'),
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

const DONE: Record<string, Text> = {
  session: t('The browser was signed out.'),
  sessions: t('Every other browser was signed out.'),
  app: t('The app was signed out and cannot use your account any more.'),
  apps: t('Every app was signed out.'),
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
  // the current session comes first
  const sorted = sessions.toSorted(
    (a, b) => Number(b.id === sessionId) - Number(a.id === sessionId),
  )
  return html`<section class="card" aria-labelledby="browsers">
<h2 id="browsers">${t('Browsers')}</h2>
<p class="muted">${t('Sign out what you do not know, and change your password then.')}</p>
<ul class="entries">${sorted.map((session) => sessionEntry(visitor, session, { now, current: session.id === sessionId }))}</ul>
${sessions.length > 1 && html`<form method="post" action="${PATH}/revoke_others">${csrfField(visitor)}<button class="button danger">${t('Sign out all other browsers')}</button></form>`}
</section>`
}

function sessionEntry(
  visitor: Visitor,
  session: BrowserSession,
  { now, current }: { now: number; current: boolean },
): SafeHtml {
  const title = `session-${session.id}`
  return html`<li class="entry">
<div class="entry-text"><strong id="${title}">${browserName(session.user_agent)}</strong>${current && html` <span class="badge">${t('This browser')}</span>`}
<span class="muted small break">${session.ip === null ? rich('Signed in on {day}', { day: dateOf(session.created_at) }) : rich('Signed in from {ip} on {day}', { ip: session.ip, day: dateOf(session.created_at) })}${!current && html`, ${lastUse(session.last_used_at, now)}`}</span></div>
${!current && html`<form method="post" action="${PATH}/${session.id}/revoke">${csrfField(visitor)}<button class="button secondary" aria-describedby="${title}">${t('Sign out')}</button></form>`}
</li>`
}

function appsCard(visitor: Visitor, apps: readonly AuthorizedApplication[], now: number): SafeHtml {
  return html`<section class="card" aria-labelledby="apps">
<h2 id="apps">${t('Apps')}</h2>
${apps.length === 0 ? html`<p>${t('No app uses your account yet.')}</p>` : html`<p class="muted">${t('These apps may use your account. What you revoke is signed out at once.')}</p>`}
<ul class="entries">${apps.map((entry) => appEntry(visitor, entry, now))}</ul>
<div class="buttons">${apps.length > 1 && html`<form method="post" action="${PATH}/revoke_apps">${csrfField(visitor)}<button class="button danger">${t('Revoke all apps')}</button></form>`}<a class="button secondary" href="/welcome">${t('Connect an app')}</a></div>
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
<span class="muted small">${rich('Since {day}, {used}', { day: dateOf(entry.created_at), used: lastDay(entry.last_used_day, now) })}</span>
<ul class="scopes small">${lines.map((line) => html`<li${line.strong && html` class="strong"`}>${line.text}</li>`)}</ul></div>
<form method="post" action="${APPS}/${entry.id}">${csrfField(visitor)}<button class="button secondary" aria-describedby="${title}">${t('Revoke')}</button></form>
</li>`
}
