import {
  type Document,
  documentOf,
  idOf,
  isOfType,
  listOf,
  textOf,
} from '../../../../kernel/activitypub/as2.ts'
import { parseUrl } from '../../../../kernel/base/parse-url.ts'
import { textOfClean } from '../../../../kernel/text/sanitize.ts'

const MOST_NAMES = 200

/**
 * Converts the HTML of a post to the text that its author may have typed: links in full, and
 * mentions as full handles, which link to nobody.
 *
 * @param html sanitised
 */
export function writtenText(html: string, object: Document): string {
  const domains = domainsIn(object)
  const plain = html.replace(LINK, (whole, escaped: string, inner: string) => {
    const shown = textOfClean(inner).trim()
    const href = textOfClean(escaped)
    if (/\bclass="[^"]*\bhashtag\b/.test(whole) || /^[#＃]/.test(shown)) return inner
    if (/^@[\w.-]+$/.test(shown)) return `${shown}@${domainOf(domains, shown, href)}`
    if (shown.startsWith('@')) return inner
    return isSame(shown, href) ? escaped : `${inner} (${escaped})`
  })
  return textOfClean(plain)
}

const LINK = /<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs

/** Whether a link shows its own URL, possibly shortened. */
function isSame(shown: string, href: string): boolean {
  const bare = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  return shown === '' || bare(href).startsWith(bare(shown.replace(/…$/, '')))
}

/** The domain of a mention: from the post's tags, else from the link. */
function domainOf(domains: ReadonlyMap<string, string>, shown: string, href: string): string {
  const host = parseUrl(href)?.host ?? ''
  return domains.get(`${shown.toLowerCase()} ${host}`) ?? host
}

/** The domains of a post's mentions, by `@name` and the host of the account's URL. */
function domainsIn(object: Document): Map<string, string> {
  const domains = new Map<string, string>()
  for (const entry of listOf(object.tag).slice(0, MOST_NAMES)) {
    const tag = documentOf(entry)
    const host = parseUrl(idOf(tag?.href) ?? '')?.host
    const [, name, domain] = /^@?([\w.-]+)@([\w.:-]+)$/.exec(textOf(tag?.name) ?? '') ?? []
    if (host === undefined || name === undefined || !isOfType(tag, ['Mention'])) continue
    domains.set(`@${name.toLowerCase()} ${host}`, domain!)
  }
  return domains
}
