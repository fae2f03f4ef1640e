import { idOf } from '../../../kernel/activitypub/as2.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { DomainBudget } from '../../../kernel/net/domain-budget.ts'
import { parseForeignJson } from '../../../kernel/text/storable.ts'
import type { Handle } from '../handles.ts'
import { parseHandle } from '../handles.ts'
import { askHost } from './ask-host.ts'
import { templateIn } from './host-meta.ts'

/** A domain's WebFinger answer about one of its handles. */
export interface Fingered {
  /** as its domain spells it, in lower case */
  username: string
  domain: string
  /** federation id of the actor */
  actorUri: string
}

const JRD = ['application/jrd+json', 'application/json'] as const
const XRD = ['application/xrd+xml', 'application/xml', 'text/xml', ...JRD] as const

/** media types of a link to an actor */
const AS2_TYPE =
  /^application\/(?:activity\+json|ld\+json\s*;\s*profile="?https:\/\/www\.w3\.org\/ns\/activitystreams"?)$/i

/**
 * Queries WebFinger at a handle's domain. If the answer names a handle of another domain, that
 * domain is queried once and must agree, so that nobody can claim a foreign handle.
 *
 * @param handle of another server
 * @param options.scheme of the server to query, `http:` only if it is on a private network
 * @param options.spends as of `FetchOptions`
 * @returns null if there is no such handle, or the two disagree
 * @throws Unreachable if it cannot be found out now
 * @see https://www.rfc-editor.org/rfc/rfc7033
 */
export async function askWebFinger(
  app: App,
  handle: { username: string; domain: string },
  options: Partial<Asking> = {},
): Promise<Fingered | null> {
  const asking = { scheme: schemeOf(app), spends: app.federation.fetches, ...options }
  const first = await describe(app, handle, asking)
  if (first === null || isSame(first, handle)) return first
  const second = await describe(app, first, asking)
  return second !== null && isSame(second, first) ? second : null
}

/** Servers on a private network use http, as we do there. */
function schemeOf({ config }: App): 'http:' | 'https:' {
  return config.origin.startsWith('http:') ? 'http:' : 'https:'
}

interface Asking {
  scheme: 'http:' | 'https:'
  spends: DomainBudget
}

type Named = { username: string; domain: string }

function isSame(a: Named, b: Named): boolean {
  return a.username === b.username.toLowerCase() && a.domain === b.domain
}

async function describe(app: App, handle: Named, asking: Asking): Promise<Fingered | null> {
  const { scheme, spends } = asking
  const resource = `acct:${handle.username}@${handle.domain}`
  const query = `resource=${encodeURIComponent(resource)}`
  const usual = `${scheme}//${handle.domain}/.well-known/webfinger?${query}`
  const text =
    (await askHost(app, usual, JRD, spends)) ??
    (await askElsewhere(app, handle.domain, resource, asking))
  return text === null ? null : readDescription(app, text, handle)
}

/** A domain's host-meta may name another host for WebFinger. */
async function askElsewhere(
  app: App,
  domain: string,
  resource: string,
  { scheme, spends }: Asking,
) {
  const hostMeta = await askHost(app, `${scheme}//${domain}/.well-known/host-meta`, XRD, spends)
  const template = hostMeta === null ? null : templateIn(hostMeta)
  if (template === null) return null
  const usual = `${scheme}//${domain}/.well-known/webfinger?resource={uri}`
  if (template === usual) return null
  return askHost(
    app,
    template.replace('{uri}', () => encodeURIComponent(resource)),
    JRD,
    spends,
  )
}

function readDescription(app: App, text: string, asked: Named): Fingered | null {
  const jrd = parse(text)
  if (jrd === null) return null
  const subject = subjectOf(app, jrd.subject) ?? {
    ...asked,
    username: asked.username.toLowerCase(),
  }
  const link = Array.isArray(jrd.links) ? jrd.links.find(isActorLink) : undefined
  if (link === undefined || subject.domain === null) return null
  return { username: subject.username, domain: subject.domain, actorUri: link.href }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value = parseForeignJson(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null // an error page sent with a JSON media type
  }
}

/** Some servers omit the subject, or name the actor itself there. */
function subjectOf(app: App, subject: unknown): Handle | null {
  if (typeof subject !== 'string' || !/^acct:/i.test(subject)) return null
  return parseHandle(app.config, subject)
}

function isActorLink(link: unknown): link is { href: string } {
  if (typeof link !== 'object' || link === null) return false
  const { rel, type, href } = link as Record<string, unknown>
  if (rel !== 'self' || typeof type !== 'string' || typeof href !== 'string') return false
  return AS2_TYPE.test(type) && idOf(href) !== null
}
