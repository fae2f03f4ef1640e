import {
  type Document,
  documentOf,
  idOf,
  isOfType,
  listOf,
  textOf,
} from '../../../activitypub/as2.ts'
import { textOfClean } from '../../../text/sanitize.ts'

const MOST_NAMES = 200

/**
 * The text behind the HTML of a post, as its author may have typed it: links in full, and whom it names by
 * their whole address, which links to nobody.
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

/** A link shows its own address, perhaps cut. */
function isSame(shown: string, href: string): boolean {
  const bare = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  return shown === '' || bare(href).startsWith(bare(shown.replace(/…$/, '')))
}

/** Where somebody is: as the post's tags say, else where the link leads. */
function domainOf(domains: ReadonlyMap<string, string>, shown: string, href: string): string {
  const host = URL.parse(href)?.host ?? ''
  return domains.get(`${shown.toLowerCase()} ${host}`) ?? host
}

/** The domains of those whom a post names, by `@name` and the host that their account is on. */
function domainsIn(object: Document): Map<string, string> {
  const domains = new Map<string, string>()
  for (const entry of listOf(object.tag).slice(0, MOST_NAMES)) {
    const tag = documentOf(entry)
    const host = URL.parse(idOf(tag?.href) ?? '')?.host
    const [, name, domain] = /^@?([\w.-]+)@([\w.:-]+)$/.exec(textOf(tag?.name) ?? '') ?? []
    if (host === undefined || name === undefined || !isOfType(tag, ['Mention'])) continue
    domains.set(`@${name.toLowerCase()} ${host}`, domain!)
  }
  return domains
}
