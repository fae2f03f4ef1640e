import type { App } from '../../app.ts'
import type { Handle } from '../handles.ts'
import { parseHandle } from '../handles.ts'
import { askHost } from './ask-host.ts'
import { templateIn } from './host-meta.ts'

/** What a domain says about one of its handles. */
export interface Fingered {
  /** as its domain spells it, in lower case */
  username: string
  domain: string
  /** federation id of the actor */
  actorUri: string
}

const JRD = ['application/jrd+json', 'application/json'] as const
const XRD = ['application/xrd+xml', 'application/xml', 'text/xml', ...JRD] as const

/** of a link to an actor */
const AS2_TYPE =
  /^application\/(?:activity\+json|ld\+json\s*;\s*profile="?https:\/\/www\.w3\.org\/ns\/activitystreams"?)$/i

/**
 * Asks a handle's domain whose it is. Where that says the handle is really one of another domain,
 * the other one is asked once and must agree, so that nobody can claim a handle that is not theirs.
 *
 * @param handle of another server
 * @param scheme of the server to ask, `http:` only where it is on a network of our own
 * @returns null if there is no such handle, or the two disagree
 * @throws Unreachable if it cannot be found out now
 * @see https://www.rfc-editor.org/rfc/rfc7033
 */
export async function askWebFinger(
  app: App,
  handle: { username: string; domain: string },
  scheme = schemeOf(app),
): Promise<Fingered | null> {
  const first = await describe(app, handle, scheme)
  if (first === null || isSame(first, handle)) return first
  const second = await describe(app, first, scheme)
  return second !== null && isSame(second, first) ? second : null
}

/** Servers on a private network speak http, as we do there. */
function schemeOf({ config }: App): 'http:' | 'https:' {
  return config.origin.startsWith('http:') ? 'http:' : 'https:'
}

type Named = { username: string; domain: string }

function isSame(a: Named, b: Named): boolean {
  return a.username === b.username.toLowerCase() && a.domain === b.domain
}

async function describe(app: App, handle: Named, scheme: string): Promise<Fingered | null> {
  const resource = `acct:${handle.username}@${handle.domain}`
  const query = `resource=${encodeURIComponent(resource)}`
  const usual = `${scheme}//${handle.domain}/.well-known/webfinger?${query}`
  const text =
    (await askHost(app, usual, JRD)) ?? (await askElsewhere(app, handle.domain, scheme, resource))
  return text === null ? null : readDescription(app, text, handle)
}

/** A domain may say in its host-meta that another host answers for it. */
async function askElsewhere(app: App, domain: string, scheme: string, resource: string) {
  const hostMeta = await askHost(app, `${scheme}//${domain}/.well-known/host-meta`, XRD)
  const template = hostMeta === null ? null : templateIn(hostMeta)
  if (template === null) return null
  const usual = `${scheme}//${domain}/.well-known/webfinger?resource={uri}`
  if (template === usual) return null
  return askHost(
    app,
    template.replace('{uri}', () => encodeURIComponent(resource)),
    JRD,
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
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null // an error page, sent as JSON
  }
}

/** Some leave the subject out, or name the actor itself there. */
function subjectOf(app: App, subject: unknown): Handle | null {
  if (typeof subject !== 'string' || !/^acct:/i.test(subject)) return null
  return parseHandle(app.config, subject)
}

function isActorLink(link: unknown): link is { href: string } {
  if (typeof link !== 'object' || link === null) return false
  const { rel, type, href } = link as Record<string, unknown>
  if (rel !== 'self' || typeof type !== 'string' || typeof href !== 'string') return false
  return AS2_TYPE.test(type) && /^https?:\/\//i.test(href)
}
