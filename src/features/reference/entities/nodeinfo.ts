import { Type } from '../../../kernel/http/schema.ts'
import { closed, count, flag, listOf, oneOf, optional, text, url } from './kinds.ts'

const words = (value: string) => oneOf(...value.split(' '))

// S-075…S-077
const PROTOCOLS = 'activitypub buddycloud dfrn diaspora libertree ostatus pumpio tent xmpp zot'
const INBOUND = 'atom1.0 gnusocial imap pnut pop3 pumpio rss2.0 twitter'
const OUTBOUND =
  'atom1.0 blogger buddycloud diaspora dreamwidth drupal facebook friendica gnusocial google ' +
  'insanejournal libertree linkedin livejournal mediagoblin myspace pinterest pnut posterous ' +
  'pumpio redmatrix rss2.0 smtp tent tumblr twitter wordpress xmpp'

const name = Type.String({ pattern: '^[a-z0-9-]+$' })

const shared = {
  protocols: Type.Array(words(PROTOCOLS), { minItems: 1 }),
  services: closed({ inbound: listOf(words(INBOUND)), outbound: listOf(words(OUTBOUND)) }),
  openRegistrations: flag,
  usage: closed({
    users: closed({
      total: optional(count),
      activeHalfyear: optional(count),
      activeMonth: optional(count),
    }),
    localPosts: optional(count),
    localComments: optional(count),
  }),
  metadata: Type.Object({}),
}

/** NodeInfo and other documents for servers. */
export const nodeEntities = {
  'NodeInfo 2.0': closed({
    version: Type.Literal('2.0'),
    software: closed({ name, version: text }),
    ...shared,
  }),
  'NodeInfo 2.1': closed({
    version: Type.Literal('2.1'),
    software: closed({ name, version: text, repository: optional(url), homepage: optional(url) }),
    ...shared,
  }),
  '{links}': closed({ links: listOf(closed({ rel: text, href: url })) }),
  JRD: closed({
    subject: text,
    aliases: listOf(text),
    links: listOf(
      Type.Object({
        rel: text,
        type: optional(text),
        href: optional(text),
        template: optional(text),
      }),
    ),
  }),
}
