import { approvalRequired, registrationsOpen } from '../../../features/instance/registrations.ts'
import type { Settings } from '../../../features/instance/settings.ts'
import { html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { logoPath } from '../site-icons.ts'
import { aroundOf, type Frame } from './frame.ts'
import { menuSheet, openMenu } from './menu.ts'
import { shape, shapesOf } from './shapes.ts'
import { wayLink } from './way-link.ts'
import { barWays, mainWays, type Way, wayGroups } from './ways.ts'

interface Framed {
  body: SafeHtml
  foot: SafeHtml
  /** a list of pages between the side and the page */
  list?: SafeHtml | undefined
  /** the page takes the third column's room */
  roomy?: boolean | undefined
  /** the sheet leads to what works without script alone: settings, and pages about the server */
  isBrief?: boolean | undefined
}

/** The frame around a page as the client draws it (web/client/frame), without script. */
export function drawFrame(
  known: Settings,
  frame: Frame,
  { body, foot, list, roomy, isBrief }: Framed,
): SafeHtml {
  const around = aroundOf(known, frame.visitor?.user ?? null)
  const main = mainWays(t, around)
  const isVisitor = frame.face === null
  const groups = wayGroups(t, around).slice(isBrief ? (isVisitor ? -1 : -2) : 0)
  const ways = [...main, ...groups.flatMap((group) => group.ways)]
  return html`<a class="skip-link" href="#main">${t('Skip to the content')}</a>
${shapesOf([...ways.map(({ icon }) => icon), ...ALWAYS, ...(isVisitor ? [] : OWN)])}
<div class="frame${list ? ' two' : roomy && ' roomy'}">
${side(known, frame, main)}
${list}
<div class="frame-page">
${isVisitor && visitorBar(known, frame)}
<main id="main" tabindex="-1">
${body}
</main>
${foot}
</div>
${!list && !roomy && aside(frame)}
</div>
${phoneBar(frame, barWays(t, around))}
${menuSheet(frame, { groups, join: joinLinks(known, frame) })}`
}

const ALWAYS = ['menu', 'search', 'arrow-left', 'x'] as const
const OWN = ['pencil', 'log-out', 'users'] as const

function side(known: Settings, frame: Frame, ways: readonly Way<Text>[]): SafeHtml {
  const isVisitor = frame.face === null
  return html`<aside class="side" aria-label="${t('Navigation')}">
${serverName(known, isVisitor, 32)}
<nav class="side-ways" aria-label="${t('Main')}"><ul>
${ways.map((way) => html`<li>${wayLink(way, frame.path)}</li>`)}
<li>${openMenu('way', html`<span class="way-icon">${shape('menu')}</span><span class="way-title">${t('More')}</span>`)}</li>
</ul></nav>
${
  isVisitor
    ? joinLinks(known, frame)
    : html`<div class="side-write"><a class="button primary" href="/publish" aria-label="${t('New post')}">${shape('pencil', 20)}<span class="way-title">${t('New post')}</span></a></div>
<div class="side-foot"><div class="account-menu">${openMenu('account-menu-button', faceOf(frame))}</div></div>`
}
</aside>`
}

function serverName(known: Settings, isVisitor: boolean, size: number): SafeHtml {
  const { title } = known
  return html`<a class="side-name" href="${isVisitor ? '/' : '/home'}" title="${title}">${logo(known, size)}<span dir="auto">${title}</span></a>`
}

/** As the client's side has it (web/shared/components/logo.tsx). */
function logo(known: Settings, size: number): SafeHtml {
  const own = logoPath(known)
  return own === null
    ? bird(size)
    : html`<img class="logo own" src="${own}" alt="" width="${size}" height="${size}">`
}

const bird = (size: number): SafeHtml =>
  raw(
    `<svg class="logo" width="${size}" height="${size}" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="15"/><path d="M50.5 22.6 42.9 20c-1.7-5-6.4-8.5-11.9-8.5-6.9 0-12.5 5.6-12.5 12.5v4.2L8.6 47.8c-.6 1.2.5 2.5 1.8 2.2l12.1-3.1A21 21 0 0 0 31 48.7c11.2 0 16.3-9 15.2-19.2l-.3-3 4.9-2.1c.8-.4.7-1.5-.3-1.8Z"/><path class="logo-wing" d="M24 30.5c3.8 6.6 9.5 9.4 17 8.2-3.7 4.6-11.6 5.3-16.4.9-2.6-2.4-2.8-6.4-.6-9.1Z"/><circle class="logo-wing" cx="35" cy="20.5" r="2.6"/></svg>`,
  )

/** Picture and name of who is signed in. */
function faceOf({ face, visitor }: Frame): SafeHtml {
  const username = visitor?.user?.username ?? ''
  return html`<img class="avatar" src="${face?.avatar}" alt="" width="40" height="40"><span class="account-menu-words"><span class="visually-hidden">${t('Account')}</span>
<bdi class="account-menu-name">${face?.name}</bdi> <bdi class="muted" dir="ltr">@${username}</bdi></span>`
}

/** On phones: whose server this is, and how to get in. */
const visitorBar = (known: Settings, frame: Frame): SafeHtml =>
  html`<header class="visitor-bar">${serverName(known, true, 28)}${joinLinks(known, frame, ' small')}</header>`

/** How a visitor gets in; after signing in they are where they were. */
function joinLinks(known: Settings, { path }: Frame, small = ''): SafeHtml {
  const back = path === '/' ? '' : `?${new URLSearchParams({ return_to: path })}`
  const words = approvalRequired(known)
    ? t('Ask to join')
    : small === ''
      ? t('Create an account')
      : t('Sign up')
  return html`<div class="buttons join">${registrationsOpen(known) && html`<a class="button primary${small}" href="/auth/sign_up">${words}</a>`}<a class="button secondary${small}" href="/auth/sign_in${back}">${t('Sign in')}</a></div>`
}

/** The third column: where the client has more, there is what works without script. */
function aside({ path }: Frame): SafeHtml {
  if (path === '/search') return html``
  return html`<aside class="aside" aria-label="${t('More to find')}"><search><form class="search-field" action="/search">
${shape('search', 18)}<input type="search" name="q" aria-label="${t('Search')}" placeholder="${t('Search')}" autocomplete="off" enterkeyhint="search"></form></search></aside>`
}

function phoneBar(frame: Frame, ways: readonly Way<Text>[]): SafeHtml {
  const links = ways.map((way) => html`<li>${wayLink(way, frame.path, 24)}</li>`)
  const write = html`<li><a class="phone-write" href="/publish" aria-label="${t('New post')}">${shape('pencil', 24)}</a></li>`
  return html`<nav class="phone-bar" aria-label="${t('Main')}"><ul>
${links.slice(0, 2)}${frame.face !== null && write}${links.slice(2)}
<li>${openMenu('way', html`<span class="way-icon">${shape('menu', 24)}</span><span class="way-title">${t('Menu')}</span>`)}</li>
</ul></nav>`
}
