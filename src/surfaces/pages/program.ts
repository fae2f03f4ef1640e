import type { WebSettings } from '../../features/accounts/web-settings.ts'
import { type Settings, settings as serverSettings } from '../../features/instance/settings.ts'
import { SOFTWARE } from '../../features/instance/software.ts'
import { roles } from '../../features/roles/roles.ts'
import type { App } from '../../kernel/core/app.ts'
import { can, PERMISSIONS, type Permission } from '../../kernel/http/permissions.ts'
import type { Viewer } from '../../kernel/http/routes.ts'
import { html, localized, raw, rich, type SafeHtml } from '../../kernel/text/html.ts'
import { t } from '../../kernel/text/messages.ts'
import { type Entry, findEntry } from './built-pages.ts'
import { aroundOf } from './frame/frame.ts'
import { logoPath } from './site-icons.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

/** Shown until the programs of web/ are built. */
export const NOT_BUILT = {
  title: t('Not built yet'),
  status: 503,
  body: html`<div class="card">
<h1>${t('Not built yet')}</h1>
<p>${t('These pages have to be put together once. On the server, in its folder:')}</p>
<pre class="command"><code>npm run build</code></pre>
<p class="muted">${rich('Then load this page again. Nothing has to be restarted, and {code} does it by itself.', { code: html`<code>npm start</code>` })}</p>
</div>`,
}

/** The server, as web/shared/session.ts reads it. */
interface ServerFacts {
  title: string
  version: string
  domain: string
  /** accent colour of the server; empty: that of the software */
  colour: string
  /** address of the server's picture in place of the bird; null: there is none */
  logo: string | null
  /** which ways of the navigation depend on the server's settings */
  ways: { local: boolean; remote: boolean; terms: boolean }
}

/** A program of web/ for one user, as the document starts it. */
export interface Program {
  name: 'admin' | 'client'
  entry: Entry
  /** API paths that are fetched while its scripts load, spelled as the program spells them */
  reads: readonly string[]
  /** the user, as web/shared/session.ts reads it; null for visitors */
  me: Awaited<ReturnType<typeof describe>> | null
  server: ServerFacts
  /** settings of the client; null for visitors */
  settings: WebSettings | null
  csrfToken: string
}

interface Wanted {
  name: Program['name']
  /** its first page */
  page?: string
  /** API paths of that page's first requests */
  reads?: readonly string[]
  /** what the user chose for the client; null for visitors, and in other programs */
  chosen: WebSettings | null
}

/** @returns null if the programs are not built */
export async function prepareProgram(
  app: App,
  { name, page, reads = [], chosen }: Wanted,
  { user, csrfToken }: { user: Viewer | null; csrfToken: string },
): Promise<Program | null> {
  const entry = await findEntry(app, name, page)
  if (entry === null) return null
  const server = factsOf(app, await app.cached.get(serverSettings), user)
  const me = user === null ? null : await describe(app, user)
  return { name, entry, reads, me, server, settings: chosen, csrfToken }
}

function factsOf({ config }: App, known: Settings, user: Viewer | null): ServerFacts {
  const { person: _, ...ways } = aroundOf(known, user)
  return {
    title: known.title,
    version: SOFTWARE.version,
    domain: config.handleDomain,
    colour: known.accent_colour,
    logo: logoPath(known),
    ways,
  }
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

/** Outside every template: the bundler wraps a template that ends a script in a helper of its own. */
export const SCRIPT_END: SafeHtml = raw('</script>')

/**
 * Elements of the document's head that start a program.
 * @param takesOver whether the document has server-rendered content: the program's styles apply once it replaces that
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
${entry.imports.map(preload)}${localized(({ locale }) => html`${entry.catalogues[locale.tag]?.map(preload)}`)}
<script type="module" src="${entry.script}">${SCRIPT_END}`
}

const preload = (path: string): SafeHtml => html`<link rel="modulepreload" href="${path}">`

const firstReads = (entry: Entry, paths: readonly string[]): SafeHtml =>
  html`<meta name="first-reads" content="${JSON.stringify(paths)}">
<script type="module" async src="${entry.firstReads}">${SCRIPT_END}`
