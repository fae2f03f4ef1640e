import { html, type SafeHtml } from '../text/html.ts'
import { excerpt } from './public-words.ts'

const DESCRIPTION_LENGTH = 300

export interface Preview {
  type: 'website' | 'profile' | 'article'
  /** name of the server */
  site: string
  title: string
  /** plain text of any length */
  description: string
  /** address of the page */
  url: string
  /** what shows most of the page; `large` if it deserves the whole width */
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
 * What other sites show when somebody posts a link to the page.
 * @see https://ogp.me/
 */
export function previewTags(preview: Preview): SafeHtml {
  const { image, more = [] } = preview
  const description = excerpt(preview.description, DESCRIPTION_LENGTH)
  const properties: (readonly [string, string | number | null | undefined])[] = [
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

/** Tells search engines to leave the page alone. */
export const NOINDEX = html`<meta name="robots" content="noindex, noarchive">`
