import { DEFAULT_SETTINGS, type Settings, settings } from '../../../features/instance/settings.ts'
import { SOURCE_PATH } from '../../../features/instance/source/routes.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html, renderHtml, type SafeHtml } from '../../../kernel/text/html.ts'
import {
  direction,
  joined,
  languageTag,
  type Text,
  t,
  type Words,
} from '../../../kernel/text/messages.ts'
import { type AssetName, assetPath } from '../assets.ts'
import { birdMark } from '../drawing.ts'
import { type Program, programTags, SCRIPT_END } from '../program.ts'
import { iconLinks, logoPath } from '../site-icons.ts'
import type { Frame } from './frame.ts'
import { languageChoice } from './language-choice.ts'
import { type Looks, looksAttributes, looksTags, ownStylesTag, PLAIN_LOOKS } from './looks.ts'
import { drawFrame } from './navigation.ts'

export interface Page {
  /** title of this page; the server's title is appended */
  title: Text
  body: SafeHtml
  /** further elements of the head: descriptions, feeds */
  head?: SafeHtml
  /** the navigation around it; null: a page of its own */
  frame?: Frame | null
  /** list of pages beside a page in the frame */
  list?: SafeHtml | undefined
  /** links in the head of a page of its own */
  account?: SafeHtml
  /** of a page of its own: `narrow` for forms, `wide` for reading; default narrow */
  width?: 'narrow' | 'wide'
  /** takes more of wide screens, in columns: in the frame the third column's room */
  roomy?: boolean
  /** script that the page loads */
  script?: AssetName
  /** program that replaces the page where script runs */
  program?: Program | null
  /** whether it has the owner's style sheet: not where people sign in, agree or change something */
  ownStyles?: boolean
  /** default: those of pages for everybody */
  looks?: Looks
}

/** Draws a whole document in the shared layout, in the reader's language. */
export async function renderPage(
  app: Pick<App, 'cached'>,
  words: Words,
  page: Page,
): Promise<string> {
  return documentText(drawDocument(await app.cached.get(settings), page), words)
}

/** The text of a document that begins with its html element. */
export function documentText(document: SafeHtml, words: Words): string {
  return `<!doctype html>\n${renderHtml(document, words)}`
}

/** Draws a page by the settings that are at hand: it makes no query, as the database may have failed. */
export function drawWithoutQuery(app: Pick<App, 'cached'>, words: Words, page: Page): string {
  return documentText(drawDocument(app.cached.peek(settings) ?? DEFAULT_SETTINGS, page), words)
}

function drawDocument(known: Settings, page: Page): SafeHtml {
  const { title: server } = known
  const { looks = PLAIN_LOOKS } = page
  const title = page.title === server ? server : joined([page.title, server], ' · ')
  return html`<html lang="${languageTag}" dir="${direction}"${looksAttributes(known, looks)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<link rel="stylesheet" href="${assetPath('styles.css')}" data-until-program>
${iconLinks(known)}
<link rel="manifest" href="/site.webmanifest">
${looksTags(known, looks)}
${page.script && html`<script src="${assetPath(page.script)}" defer>${SCRIPT_END}`}
${page.program && programTags(page.program, { takesOver: true })}
${page.head}
${page.ownStyles === true && ownStylesTag(known)}
</head>
<body class="${page.frame ? 'framed' : widthOf(page)}">
<div id="app">
${drawPage(known, page)}
</div>
</body>
</html>`
}

const widthOf = ({ width = 'narrow', roomy }: Page): string => (roomy ? `${width} roomy` : width)

function drawPage(
  known: Settings,
  {
    frame,
    body,
    list,
    account,
    roomy,
    isBrief,
  }: Pick<Page, 'frame' | 'body' | 'list' | 'account' | 'roomy'> & { isBrief?: boolean },
): SafeHtml {
  const foot = siteFoot(known)
  if (frame) return drawFrame(known, frame, { body, foot, list, roomy, isBrief })
  return html`${siteHead(known, account)}
<main id="main" class="page">
${body}
</main>
${foot}`
}

/** The page of a document that a program fills, for browsers without script. Its styles: `stylesWithoutScript`. */
export function pageWithoutScript(
  known: Settings,
  page: Pick<Page, 'frame' | 'list' | 'body'> & { isBrief?: boolean },
): SafeHtml {
  return html`<noscript>${drawPage(known, page)}</noscript>`
}

export const stylesWithoutScript = (): SafeHtml =>
  html`<noscript><link rel="stylesheet" href="${assetPath('styles.css')}"></noscript>`

/** The head of a page: the server's name, and the links of who looks at it. */
function siteHead(known: Settings, account?: SafeHtml): SafeHtml {
  const logo = logoPath(known)
  return html`<a class="skip-link" href="#main">${t('Skip to the content')}</a>
<header class="site-header">
<a class="site-name" href="/">${logo === null ? birdMark : html`<img src="${logo}" alt="" width="32" height="32">`}<span dir="auto">${known.title}</span></a>
${account && html`<nav class="site-account" aria-label="${t('Account')}">${account}</nav>`}
</header>`
}

/** The foot of a page: links to the pages about the server. */
function siteFoot({ terms_of_service, source_url }: Settings): SafeHtml {
  return html`<footer class="site-footer">
<a href="/about">${t('About')}</a>
<a href="/privacy-policy">${t('Privacy policy')}</a>
${terms_of_service.content.trim() !== '' && html`<a href="/terms-of-service">${t('Terms of service')}</a>`}
<a href="/developers">${t('Developers')}</a>
<a href="${source_url || SOURCE_PATH}" rel="noopener">${t('Source code')}</a>
${languageChoice}
</footer>`
}
