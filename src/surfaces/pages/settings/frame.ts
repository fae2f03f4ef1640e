import { isFresh } from '../../../features/identity/reauthentication.ts'
import { Forbidden } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Server } from '../../../kernel/http/routes.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { joined, t } from '../../../kernel/text/messages.ts'
import { showClient } from '../client/document.ts'
import { settingsList } from '../frame/settings-list.ts'
import { shape } from '../frame/shapes.ts'
import { isKeptOut, type SignedIn, signedIn, signedInAtAll } from '../frame/signed-in.ts'
import { type Call, formRoute, goTo, pageRoute, showPage, wantsJson } from '../pages.ts'
import { GROUPS, type SectionPage, type SettingsFrame, type SettingsSection } from './section.ts'

export const INDEX = '/settings'
/** page that asks for the password again */
export const CONFIRM = '/settings/confirm'
/** page for users who lack the second factor that their role requires */
const TWO_FACTOR = '/settings/two_factor'

type Surroundings = Pick<SettingsFrame, 'app' | 'server' | 'door'>

/** Helpers with which a section builds its pages. */
export function createFrame(
  { app, server, door }: Surroundings,
  section: SettingsSection,
): SettingsFrame {
  const enter = (call: Call, ways: Ways) => admitted(app, call, { section, ...ways })
  return {
    app,
    server,
    door,
    page({ path = section.path, fresh = false, barred = false, show }) {
      pageRoute(server, door, path, async (call) => {
        const caller = await enter(call, { fresh, barred })
        return caller === null ? call.reply : show(caller)
      })
    },
    form({ path, fresh = false, barred = false, submit, ...route }) {
      const take = async (call: Call) => {
        const caller = await enter(call, { fresh, barred })
        return caller === null ? call.reply : submit(caller)
      }
      formRoute(server, door, { ...route, url: path, submit: take })
    },
    show: (caller, page) => showInFrame(app, caller, page, section),
  }
}

/** Access options of a page. */
interface Ways {
  fresh: boolean
  barred: boolean
}

/** @returns null if the visitor was redirected: to sign in, to add a factor, or to give the password */
async function admitted(
  app: App,
  call: Call,
  { section, fresh, barred }: { section: SettingsSection } & Ways,
): Promise<SignedIn | null> {
  const caller = barred ? signedInAtAll(app, call, section.path) : signedIn(app, call, section.path)
  if (caller === null || isKeptOut(caller.user)) return caller
  if (caller.user.barred !== null && section.path !== TWO_FACTOR && section.path !== CONFIRM) {
    goTo(call.reply, TWO_FACTOR)
    return null
  }
  if (!fresh || (await isFresh(app, caller.sessionId))) return caller
  if (wantsJson(call)) throw new Forbidden('Please give your password again first')
  const returnTo = call.request.method === 'GET' ? call.request.url : section.path
  goTo(call.reply, `${CONFIRM}?${new URLSearchParams({ return_to: returnTo })}`)
  return null
}

/**
 * Shows a page beside the list of settings; on narrow screens the list is a page of its own.
 * @param section null: that list
 */
export function showInFrame(
  app: App,
  caller: SignedIn,
  { title, body, up, client, ...page }: SectionPage,
  section: SettingsSection | null,
) {
  const shown = title ?? section?.title ?? t('Settings')
  // suspended and frozen users get no links to pages that they may not open
  const alone = isKeptOut(caller.user)
  const own = {
    title: section === null ? t('Settings') : joined([shown, t('Settings')], ' · '),
    body: html`<header class="page-head"><div class="page-title">
${alone && up === undefined ? html`` : backLink(section, up)}
<h1>${shown}</h1>
</div></header>
<div class="settings-page">
${body}
</div>`,
    list: alone ? undefined : listWith(section?.path),
  }
  if (client !== undefined && !alone) return showClient(app, caller, { page: client }, own)
  return showPage(app, caller, { ...page, ...own, width: 'wide' })
}

/** Wide screens show the list beside the page, so there only a link to a page in between is visible. */
function backLink(section: SettingsSection | null, up: SectionPage['up']): SafeHtml {
  if (up === undefined && section === null) return html``
  const { path, title } = up ?? { path: INDEX, title: t('All settings') }
  return html`<a class="back${up === undefined && ' to-list'}" href="${path}" title="${title}">${shape('arrow-left', 22, ' flips')}<span class="visually-hidden">${t('Back to {page}', { page: title })}</span></a>`
}

const listWith = (current: string | undefined): SafeHtml =>
  html`<nav class="frame-list" aria-label="${t('Settings')}">
${settingsList(t).map(
  ({ title, pages }) => html`<p class="frame-list-group">${title}</p>
<ul>${pages.map((page) => html`<li><a href="${page.href}"${page.href === current && html` aria-current="page"`}>${page.title}</a></li>`)}</ul>`,
)}
</nav>`

/** The list of all sections as a page. */
export function sectionList(all: readonly SettingsSection[]): SafeHtml {
  const entry = ({ path, title, summary }: SettingsSection) =>
    html`<li><a href="${path}"><strong>${title}</strong><span class="muted small">${summary}</span></a></li>`
  return html`${inGroups(all).map(
    ({ title, sections }) => html`<h2 class="settings-group">${title}</h2>
<ul class="card settings-list">${sections.map(entry)}</ul>`,
  )}`
}

function inGroups(all: readonly SettingsSection[]) {
  return Object.entries(GROUPS).flatMap(([group, title]) => {
    const sections = all.filter((section) => section.group === group)
    return sections.length === 0 ? [] : [{ title, sections }]
  })
}

/** Adds a redirect, such as from an address that clients know from Mastodon. @param status 301: it is there for good */
export function leadTo(server: Server, path: string, target: string, status: 301 | 302): void {
  server.get(path, (_request, reply) => goTo(reply, target, status))
}
