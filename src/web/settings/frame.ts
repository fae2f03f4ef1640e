import type { App } from '../../app.ts'
import { Forbidden } from '../../errors.ts'
import type { Server } from '../../http/routes.ts'
import { isFresh } from '../../oauth/reauthentication.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { type Call, formRoute, goTo, pageRoute, showPage, wantsJson } from '../pages.ts'
import { isKeptOut, type SignedIn, signedIn, signedInAtAll } from '../signed-in.ts'
import { GROUPS, type SectionPage, type SettingsFrame, type SettingsSection } from './section.ts'

export const INDEX = '/settings'
/** asks for the password again */
export const CONFIRM = '/settings/confirm'
/** where those go who lack the second factor that their role demands */
const TWO_FACTOR = '/settings/two_factor'

type Surroundings = Pick<SettingsFrame, 'app' | 'server' | 'door'>

/** What one section builds its pages with. @param all for the list beside each page */
export function createFrame(
  { app, server, door }: Surroundings,
  section: SettingsSection,
  all: readonly SettingsSection[],
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
    show: (caller, page) => showInFrame(app, caller, page, { section, all }),
  }
}

/** Who is let in besides those who are signed in, and how. */
interface Ways {
  fresh: boolean
  barred: boolean
}

/** @returns null if the visitor was sent elsewhere: to sign in, to add a factor, to give the password */
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

interface Place {
  /** null: the list itself */
  section: SettingsSection | null
  all: readonly SettingsSection[]
}

/** Shows a page beside the list of all sections; on phones the list is a page of its own. */
export function showInFrame(
  app: App,
  caller: SignedIn,
  { title, body, up, ...page }: SectionPage,
  { section, all }: Place,
) {
  const shown = title ?? section?.title ?? 'Settings'
  // whoever may see nothing else is shown no way to it
  const alone = isKeptOut(caller.user)
  const own = html`<div class="settings-page">
${alone && up === undefined ? html`` : backLink(section, up)}
<h1>${shown}</h1>
${body}
</div>`
  const content = alone
    ? own
    : html`<div class="settings-frame">
${navigation(all, section)}
${own}
</div>`
  const width = alone ? 'wide' : 'settings'
  const whole = section === null ? 'Settings' : `${shown} · Settings`
  return showPage(app, caller, { ...page, title: whole, body: content, width })
}

/** On wide pages the list stands beside, so that only the way to a page between is shown. */
function backLink(section: SettingsSection | null, up: SectionPage['up']): SafeHtml {
  if (up !== undefined) {
    return html`<p class="settings-back is-up"><a href="${up.path}">‹ ${up.title}</a></p>`
  }
  if (section === null) return html``
  return html`<p class="settings-back"><a href="${INDEX}">‹ All settings</a></p>`
}

function navigation(all: readonly SettingsSection[], current: SettingsSection | null): SafeHtml {
  const link = (section: SettingsSection) =>
    html`<li><a href="${section.path}"${section === current && html` aria-current="page"`}>${section.title}</a></li>`
  return html`<nav class="settings-nav" aria-label="Settings">
${inGroups(all).map(
  ({ title, sections }) => html`<p class="settings-group">${title}</p>
<ul>${sections.map(link)}</ul>`,
)}
</nav>`
}

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

/** Redirects of addresses that clients know and no section claims (yet) lead to the list. */
export function leadTo(server: Server, path: string, target: string): void {
  server.get(path, (_request, reply) => goTo(reply, target))
}
