import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import type { Text } from '../../../kernel/text/messages.ts'
import { excerpt } from './words.ts'

export const DESCRIPTION_LENGTH = 300

export interface Preview {
  type: 'website' | 'profile' | 'article'
  /** name of the server */
  site: string
  title: Text
  /** plain text of any length */
  description: Text
  /** address of the page */
  url: string
  /** the page's main picture; `large` shows it in full width */
  image?: PreviewImage | undefined
  /** further properties, by name */
  more?: readonly (readonly [property: string, content: string | number])[]
}

export interface PreviewImage {
  url: string
  alt?: string | null
  width?: number | undefined
  height?: number | undefined
  large?: boolean
}

/**
 * Preview tags that other sites read for a link to the page.
 * @see https://ogp.me/
 */
export function previewTags(preview: Preview): SafeHtml {
  const { image, more = [] } = preview
  const description: Text =
    typeof preview.description === 'string'
      ? excerpt(preview.description, DESCRIPTION_LENGTH)
      : preview.description
  const properties: (readonly [string, Text | number | null | undefined])[] = [
    ['og:site_name', preview.site],
    ['og:type', preview.type],
    ['og:title', preview.title],
    ['og:description', description],
    ['og:url', preview.url],
    ['og:image', image?.url],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
    ...more,
  ]
  const isGiven = ([, content]: (typeof properties)[number]) =>
    content !== undefined && content !== null && content !== ''
  return html`${description !== '' && html`<meta name="description" content="${description}">\n`}${properties.filter(isGiven).map(([property, content]) => html`<meta property="${property}" content="${content}">\n`)}<meta name="twitter:card" content="${image?.large ? 'summary_large_image' : 'summary'}">
<link rel="canonical" href="${preview.url}">`
}

/** Asks search engines not to index the page. */
export const NOINDEX = html`<meta name="robots" content="noindex, noarchive">`
