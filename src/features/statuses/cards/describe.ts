import { parseUrl } from '../../../kernel/base/parse-url.ts'
import { escapeHtml } from '../../../kernel/text/html.ts'
import { languageOrNull } from '../../../kernel/text/language.ts'
import type { Page } from './page.ts'

/** A link's preview, as far as it needs no database. */
export interface Description {
  type: 'link' | 'photo' | 'video' | 'rich'
  title: string
  description: string
  authorName: string
  authorUrl: string
  /** URL of the page after redirects */
  foundAt: string
  /** `@name@domain` of the author, as the page claims */
  creator: string | null
  providerName: string
  providerUrl: string
  /** an iframe with a player, or empty */
  html: string
  width: number
  height: number
  imageUrl: string | null
  imageDescription: string
  embedUrl: string
  language: string | null
  /** ms since 1970 */
  publishedAt: number | null
}

/** An oEmbed reply, not validated. @see https://oembed.com */
export type OEmbed = Record<string, unknown>

const MAX_TITLE = 500
const MAX_NAME = 200
const MAX_SIDE = 4_000

/**
 * Describes a page by its OpenGraph tags, its oEmbed reply, and its title.
 *
 * @param url of the page after redirects
 * @returns null if the page has no description: it then gets no preview
 * @see https://ogp.me
 */
export function describePage(url: URL, page: Page, oEmbed: OEmbed | null): Description | null {
  const { meta } = page
  const title = firstText(
    meta.get('og:title'),
    meta.get('twitter:title'),
    textIn(oEmbed, 'title'),
    page.title,
  )
  if (title === '') return null
  const player = playerOf(oEmbed)
  const photo = player === null ? photoOf(url, oEmbed) : null
  return {
    type: player !== null ? 'video' : photo !== null ? 'photo' : 'link',
    title: title.slice(0, MAX_TITLE),
    description: firstText(
      meta.get('og:description'),
      meta.get('twitter:description'),
      meta.get('description'),
    ),
    authorName: firstText(textIn(oEmbed, 'author_name'), meta.get('author')).slice(0, MAX_NAME),
    authorUrl: addressIn(url, textIn(oEmbed, 'author_url')) ?? '',
    foundAt: url.href,
    creator: creatorOf(meta),
    providerName: firstText(meta.get('og:site_name'), textIn(oEmbed, 'provider_name')).slice(
      0,
      MAX_NAME,
    ),
    providerUrl: addressIn(url, textIn(oEmbed, 'provider_url')) ?? '',
    html: player?.html ?? '',
    width: (player ?? photo)?.width ?? lengthIn(meta.get('og:image:width')),
    height: (player ?? photo)?.height ?? lengthIn(meta.get('og:image:height')),
    imageUrl:
      photo?.url ??
      addressIn(
        url,
        firstText(
          meta.get('og:image:secure_url'),
          meta.get('og:image'),
          meta.get('og:image:url'),
          meta.get('twitter:image'),
          textIn(oEmbed, 'thumbnail_url'),
        ),
      ),
    imageDescription: firstText(meta.get('og:image:alt'), meta.get('twitter:image:alt')),
    embedUrl: photo?.url ?? '',
    language: languageOrNull(
      (meta.get('og:locale') ?? page.language ?? '').replace(/[_-].*$/, '').toLowerCase(),
    ),
    publishedAt: timeIn(meta.get('article:published_time')),
  }
}

function firstText(...texts: (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text.trim() !== '')?.trim() ?? ''
}

function textIn(oEmbed: OEmbed | null, name: string): string | undefined {
  const value = oEmbed?.[name]
  return typeof value === 'string' ? value.slice(0, 2_048) : undefined
}

function addressIn(base: URL, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const url = parseUrl(text, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > 2_048) return null
  return url.href
}

function lengthIn(text: unknown): number {
  const length = Math.round(Number(text))
  return length > 0 && length <= MAX_SIDE ? length : 0
}

function timeIn(text: string | undefined): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) || time < 0 ? null : time
}

/** https://docs.joinmastodon.org/dev/oembed/ ; `fediverse:creator` names the author's account */
function creatorOf(meta: Page['meta']): string | null {
  const handle = meta.get('fediverse:creator')
  return handle !== undefined && /^@?[\w.-]+@[^\s@]+$/.test(handle) ? handle : null
}

interface Frame {
  html: string
  width: number
  height: number
}

/** The player of a video reply. */
function playerOf(oEmbed: OEmbed | null): Frame | null {
  return oEmbed?.type === 'video' ? frameOf(oEmbed) : null
}

/** The picture of a photo reply (S-551). */
function photoOf(base: URL, oEmbed: OEmbed | null) {
  if (oEmbed?.type !== 'photo') return null
  const url = addressIn(base, textIn(oEmbed, 'url'))
  return url === null
    ? null
    : { url, width: lengthIn(oEmbed.width), height: lengthIn(oEmbed.height) }
}

/**
 * The frame of an oEmbed reply. Its HTML is not passed on: our own iframe shows the URL of its
 * iframe, without access to the page around it.
 */
export function frameOf(oEmbed: OEmbed): Frame | null {
  if (typeof oEmbed.html !== 'string') return null
  const source = /<iframe\b[^>]{0,2000}?\bsrc\s*=\s*["']([^"']{1,2000})["']/i.exec(
    oEmbed.html.slice(0, 10_000),
  )?.[1]
  const url = source === undefined ? null : parseUrl(source.replaceAll('&amp;', '&'))
  if (url === null || url.protocol !== 'https:') return null
  const width = lengthIn(oEmbed.width) || 640
  const height = lengthIn(oEmbed.height) || 360
  const html = `<iframe src="${escapeHtml(url.href)}" width="${width}" height="${height}" allowfullscreen="true" frameborder="0" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms"></iframe>`
  return { html, width, height }
}
