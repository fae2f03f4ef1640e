import { parseForeignJson } from '../../../kernel/text/storable.ts'

const MAX_ADDRESS = 2048

/**
 * The template for WebFinger in a host-meta document, XML or JSON.
 * @returns null if it has none
 * @see https://www.rfc-editor.org/rfc/rfc6415
 */
export function templateIn(text: string): string | null {
  const templates = text.trimStart().startsWith('{') ? templatesInJson(text) : templatesInXml(text)
  const isUsable = (template: string) =>
    template.length <= MAX_ADDRESS && /^https?:\/\//i.test(template) && template.includes('{uri}')
  return templates.find(isUsable) ?? null
}

function templatesInJson(text: string): string[] {
  try {
    const { links } = parseForeignJson(text) as { links?: unknown }
    if (!Array.isArray(links)) return []
    return links
      .filter((link) => link?.rel === 'lrdd' && typeof link.template === 'string')
      .map((link) => link.template as string)
  } catch {
    return []
  }
}

/** A complete XML parser for one attribute would add needless attack surface. */
function templatesInXml(text: string): string[] {
  const links = text.matchAll(/<(?:[a-z0-9]{1,20}:)?Link\s([^<>]{1,4096})>/gi)
  return [...links].flatMap(([, attributes = '']) => {
    const rel = attribute(attributes, 'rel')
    const template = attribute(attributes, 'template')
    return rel === 'lrdd' && template !== null ? [template] : []
  })
}

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`, 'i').exec(
    attributes,
  )
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? null : value.replaceAll('&amp;', '&')
}
