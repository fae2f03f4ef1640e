import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Settings, settings } from '../../../features/instance/settings.ts'
import { allowedOrigin, type FeedOrigin } from '../../../features/timelines/access.ts'
import { NotFound, Unauthorized } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import { cachePage, forbidCaching } from '../../../kernel/http/cache-headers.ts'
import { readCookie } from '../../../kernel/http/cookies.ts'
import { SESSION_COOKIE } from '../../../kernel/http/credentials.ts'
import { speakTo } from '../../../kernel/http/locale.ts'
import { type PageOptions, pageHeaders } from '../../../kernel/http/page-headers.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'

import { goToSignIn } from '../auth/way-back.ts'
import { showClient } from '../client/document.ts'
import { readerOf } from '../client/reader.ts'
import { sendCompressed } from '../encodings.ts'
import { accountLinks } from '../frame/account-links.ts'
import { frameFor } from '../frame/frame.ts'
import { type Page, renderPage } from '../frame/layout.ts'
import { looksOf, PLAIN_LOOKS } from '../frame/looks.ts'
import type { FrontDoor, Visitor } from '../frame/visitor.ts'
import { leaveTo } from '../pages.ts'
import { prepareProgram } from '../program.ts'

/** Options of its route: visitors may be shown what is some seconds old, as shared caches do too. */
export const MAY_LAG = { config: { mayLag: true } } as const

/** A request for a page without sign-in. */
export interface PublicCall {
  request: FastifyRequest
  reply: FastifyReply
  /** null without a session cookie: then the page is the same for all and sets no cookie */
  visitor: Visitor | null
}

export interface PublicPage
  extends Omit<Page, 'account' | 'frame' | 'looks' | 'width' | 'program' | 'ownStyles'> {
  headers?: PageOptions
  /** page of the client (a folder of web/client/pages) that replaces this one where script runs */
  takenOver?: string | undefined
  /** federation id of the object on the page */
  uri?: string
}

/**
 * Admits a request.
 * @returns null if the response is sent: a redirect to the sign-in page
 */
export type Enter = (request: FastifyRequest, reply: FastifyReply) => Promise<PublicCall | null>

export interface Entrance {
  /** for accounts and their posts: redirects visitors to the sign-in page if the server requires sign-in (S-427) */
  guarded: Enter
  /** for pages about the server */
  open: Enter
  /** `guarded` for programs, which cannot sign in. @throws Unauthorized */
  checkReader(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createEntrance(app: App, door: FrontDoor): Entrance {
  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<PublicCall> => {
    refuseActivityPub(request)
    const visitor = readCookie(request, SESSION_COOKIE) ? await door.greet(request, reply) : null
    return { request, reply, visitor }
  }
  return {
    open,
    async guarded(request, reply) {
      const call = await open(request, reply)
      if (userOf(call) !== null || !(await isClosed(app))) return call
      goToSignIn(app, { reply }, request.url)
      return null
    },
    async checkReader(request, reply) {
      const call = await open(request, reply)
      if (userOf(call) === null && (await isClosed(app))) {
        throw new Unauthorized('This method requires an authenticated user')
      }
    },
  }
}

/** The signed-in user of the request, or null. */
export function userOf({ visitor }: PublicCall): Viewer | null {
  return visitor?.user ?? null
}

/** Whether the server shows posts to signed-in users only. */
export async function isClosed(app: App): Promise<boolean> {
  if (app.config.limitedFederationMode) return true
  return (await app.cached.get(settings)).sign_in_required
}

/**
 * The statuses of a feed that the visitor may see on a page, by origin (S-311).
 * @returns `sign in` if the visitor may see none, but signed-in users some
 */
export function visibleFeed(
  known: Settings,
  feed: 'live' | 'hashtag',
  viewer: Viewer | null,
): FeedOrigin | 'none' | 'sign in' {
  const accessTo = (origin: 'local' | 'remote') => known[`timelines.${feed}.${origin}`]
  const origins = (['local', 'remote'] as const).filter(
    (origin) => viewer !== null || accessTo(origin) === 'public',
  )
  if (origins.length === 2) return allowedOrigin(known, feed, viewer, null)
  if (origins[0] !== undefined) return allowedOrigin(known, feed, viewer, origins[0])
  const forUsers = accessTo('local') === 'authenticated' || accessTo('remote') === 'authenticated'
  return forUsers ? 'sign in' : 'none'
}

/** Without a session the page has no form, so no CSRF token is needed. */
const NOBODY = { user: null, csrfToken: '' }

/** Sends a page; shared caches may store a page that is the same for all for a short while. */
export async function showPublicPage(
  app: App,
  call: PublicCall,
  { headers = {}, uri, takenOver, ...page }: PublicPage,
): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const frame = await frameFor(app, request, visitor)
  const chosen = frame?.chosen ?? null
  const program = takenOver
    ? await prepareProgram(app, { name: 'client', page: takenOver, chosen }, visitor ?? NOBODY)
    : null
  pageHeaders(reply, { ...headers, script: program !== null, worker: program !== null })
  await cacheHeaders(app, call)
  const type = 'application/activity+json'
  if (uri !== undefined) reply.header('link', `<${uri}>; rel="alternate"; type="${type}"`)
  const words = speakTo(request, reply)
  // what is the same for everybody has no looks of one
  const looks = visitor === null ? PLAIN_LOOKS : looksOf(request, chosen)
  const account = accountLinks(visitor)
  const around = { frame, looks, width: 'wide', account, ownStyles: true } as const
  const document = await renderPage(app, words, { ...page, program, ...around })
  return visitor === null ? sendCompressed(request, reply, document) : reply.send(document)
}

/**
 * Sends a signed-in user the client for an address whose server-rendered page is for visitors only or missing; the
 * client reads the data with the user's session.
 *
 * @returns null for visitors, who get another response
 */
export async function showToReader(app: App, call: PublicCall, page: string) {
  const { visitor, ...exchange } = call
  if (visitor === null || readerOf(visitor.user) === null) return null
  return showClient(app, { ...exchange, visitor }, { page })
}

/**
 * Redirects to the address of a remote object, or to another page here.
 * @throws NotFound if the address, which remote servers choose, is not http or https
 */
export function leaveFor(reply: FastifyReply, address: string): FastifyReply {
  const url = parseUrl(address)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new NotFound()
  return leaveTo(reply, url.href)
}

/** S-019, S-427 */
export async function cacheHeaders(
  app: App,
  { reply, visitor }: Pick<PublicCall, 'reply' | 'visitor'>,
): Promise<void> {
  if (visitor === null && !(await isClosed(app))) cachePage(reply)
  else forbidCaching(reply)
  reply.header('vary', 'Accept, Accept-Language, Cookie')
}

/**
 * Rejects requests that accept ActivityPub and not HTML.
 * @throws NotFound
 */
function refuseActivityPub(request: FastifyRequest): void {
  const accept = request.headers.accept ?? ''
  const wanted = /application\/(?:activity\+json|ld\+json)/i.test(accept)
  if (wanted && !/text\/html|\*\/\*/i.test(accept)) throw new NotFound()
}
