import { findWebSettings, type WebSettings } from '../accounts/web-settings.ts'
import type { App } from '../app.ts'
import { can, PERMISSIONS, type Permission } from '../http/permissions.ts'
import type { Viewer } from '../http/routes.ts'
import { settings as serverSettings } from '../instance/settings.ts'
import { SOFTWARE } from '../instance/software.ts'
import { roles } from '../roles/roles.ts'
import { html, raw, type SafeHtml } from '../text/html.ts'
import { type Entry, findEntry } from './built-pages.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

/** Shown in the place of a program that is not there yet. */
export const NOT_BUILT = {
  title: 'Not built yet',
  status: 503,
  body: html`<div class="card">
<h1>Not built yet</h1>
<p>These pages have to be put together once. On the server, in its folder:</p>
<pre class="command"><code>npm run build</code></pre>
<p class="muted">Then load this page again. Nothing has to be restarted, and <code>npm start</code> does it by itself.</p>
</div>`,
}

/** A program of web/ for one person, as a document starts it. */
export interface Program {
  name: 'admin' | 'client'
  entry: Entry
  /** paths of the API that are asked for while its scripts still come, as it writes them */
  reads: readonly string[]
  /** what the program is told of who uses it; see web/shared/session.ts */
  me: Awaited<ReturnType<typeof describe>> | null
  server: { title: string; version: string; domain: string }
  /** how the client is set up; null for visitors */
  settings: WebSettings | null
  csrfToken: string
}

/**
 * @param wanted which program, which of its pages it shows first, and what that asks for first
 * @returns null if the programs are not built
 */
export async function prepareProgram(
  app: App,
  { name, page, reads = [] }: { name: Program['name']; page?: string; reads?: readonly string[] },
  { user, csrfToken }: { user: Viewer | null; csrfToken: string },
): Promise<Program | null> {
  const entry = await findEntry(app, name, page)
  if (entry === null) return null
  const { title } = await app.cached.get(serverSettings)
  const server = { title, version: SOFTWARE.version, domain: app.config.handleDomain }
  const me = user === null ? null : await describe(app, user)
  const own = user === null || name !== 'client' ? null : await findWebSettings(app.db, user.id)
  return { name, entry, reads, me, server, settings: own, csrfToken }
}

async function describe(app: App, user: Viewer) {
  const role = user.roleId === null ? undefined : (await app.cached.get(roles)).get(user.roleId)
  return {
    account_id: user.id,
    username: user.username,
    role: role?.name ?? '',
    position: user.rolePosition,
    permissions: ALL.filter((name) => can(user.permissions, name)),
  }
}

/** Not within a template: the bundler puts a helper of its own around one that ends a script. */
export const SCRIPT_END: SafeHtml = raw('</script>')

/**
 * What starts a program from the head of its document.
 * @param takesOver whether the document shows something before: then the program's styles wait until it does
 */
export function programTags(program: Program, { takesOver = false } = {}): SafeHtml {
  const { entry, reads, me, server, settings, csrfToken } = program
  const media = takesOver ? 'not all' : 'all'
  return html`<meta name="csrf-token" content="${csrfToken}">
<meta name="me" content="${JSON.stringify(me)}">
<meta name="server" content="${JSON.stringify(server)}">
${settings !== null && html`<meta name="settings" content="${JSON.stringify(settings)}">`}
${reads.length > 0 && firstReads(entry, reads)}
${entry.styles.map((path) => html`<link rel="stylesheet" href="${path}" media="${media}" data-program>`)}
${entry.imports.map((path) => html`<link rel="modulepreload" href="${path}">`)}
<script type="module" src="${entry.script}">${SCRIPT_END}`
}

const firstReads = (entry: Entry, paths: readonly string[]): SafeHtml =>
  html`<meta name="first-reads" content="${JSON.stringify(paths)}">
<script type="module" async src="${entry.firstReads}">${SCRIPT_END}`
