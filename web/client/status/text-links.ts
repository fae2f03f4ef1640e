import type { Status } from '../../shared/entities/api.ts'

/** A link in what somebody wrote. */
export interface WrittenLink {
  href: string
  text: string
  /** its class or kind (`rel`) says so */
  isTag: boolean
}

/** Where a link leads in this client: to a person or a hashtag; null: out of it. */
export function ownTarget(
  link: WrittenLink,
  mentions: Status['mentions'],
): { href: string; title?: string } | null {
  const person = mentions.find(({ url }) => url === link.href)
  if (person !== undefined) return { href: `/@${person.acct}`, title: `@${person.acct}` }
  const tag = hashtagOf(link)
  return tag === null ? null : { href: `/tags/${encodeURIComponent(tag)}` }
}

function hashtagOf({ text, isTag }: WrittenLink): string | null {
  return isTag && text.trim().startsWith('#') ? text.trim().slice(1) : null
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
])

/** By the language where it is told: a text may begin with the name of somebody in another script. */
export function directionOf(lang: string | null | undefined): 'rtl' | 'auto' {
  return RIGHT_TO_LEFT.has(lang?.split('-')[0] ?? '') ? 'rtl' : 'auto'
}
