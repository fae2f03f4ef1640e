import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { NotFound, Unauthorized } from '../errors.ts'
import { cachePage, forbidCaching } from '../http/cache-headers.ts'
import { readCookie } from '../http/cookies.ts'
import { SESSION_COOKIE } from '../http/credentials.ts'
import { type PageOptions, pageHeaders } from '../http/page-headers.ts'
import type { Viewer } from '../http/routes.ts'
import { type Settings, settings } from '../instance/settings.ts'
import { allowedOrigin, type FeedOrigin } from '../timelines/access.ts'
import { accountLinks } from './account-links.ts'
import { showClient } from './client/document.ts'
import { readerOf } from './client/reader.ts'
import { sendCompressed } from './encodings.ts'
import { type Page, renderPage } from './layout.ts'
import { leaveTo } from './pages.ts'
import { type Program, prepareProgram } from './program.ts'
import type { FrontDoor, Visitor } from './visitor.ts'
import { goToSignIn } from './way-back.ts'

/** A page that everybody may look at is asked for. */
export interface PublicCall {
  request: FastifyRequest
  reply: FastifyReply
  /** null without a session: then the page is the same for all, and sets no cookie */
  visitor: Visitor | null
}

export interface PublicPage extends Omit<Page, 'account' | 'width' | 'program'> {
  headers?: PageOptions
  /** page of the client (a folder of web/client/pages) that takes this one over where there is script */
  takenOver?: string | undefined
  /** federation id of what is shown */
  uri?: string
}

/**
 * Lets a request in.
 * @returns null if it is answered: the visitor must sign in first
 */
export type Enter = (request: FastifyRequest, reply: FastifyReply) => Promise<PublicCall | null>

export interface Entrance {
  /** for people and what they post: where signing in is demanded, strangers are sent to do so (S-427) */
  guarded: Enter
  /** for what describes the server */
  open: Enter
  /** the same as `guarded` for programs, which cannot sign in. @throws Unauthorized */
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

/** Who looks at the page, if signed in. */
export function userOf({ visitor }: PublicCall): Viewer | null {
  return visitor?.user ?? null
}

/** Whether what people post is shown to those only who are signed in. */
export async function isClosed(app: App): Promise<boolean> {
  if (app.config.limitedFederationMode) return true
  return (await app.cached.get(settings)).sign_in_required
}

/**
 * Which statuses of a feed the visitor may see on a page (S-311).
 * @returns `sign in` if none, but some to those who are signed in
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

/** Without a session no form is sent, so nothing has to be tied to it. */
const NOBODY = { user: null, csrfToken: '' }

/** Sends a page; one that is the same for all may be kept by caches for a short while. */
export async function showPublicPage(
  app: App,
  call: PublicCall,
  { headers = {}, uri, takenOver, ...page }: PublicPage,
): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const program = takenOver ? await clientFor(app, visitor, takenOver) : null
  pageHeaders(reply, { ...headers, script: program !== null, worker: program !== null })
  await cacheHeaders(app, call)
  const type = 'application/activity+json'
  if (uri !== undefined) reply.header('link', `<${uri}>; rel="alternate"; type="${type}"`)
  const account = accountLinks(visitor)
  const document = await renderPage(app, { ...page, program, width: 'wide', account })
  return visitor === null ? sendCompressed(request, reply, document) : reply.send(document)
}

function clientFor(app: App, visitor: Visitor | null, page: string): Promise<Program | null> {
  return prepareProgram(app, { name: 'client', page }, visitor ?? NOBODY)
}

/**
 * Shows somebody who is signed in what the page of this address is for visitors only, or not here at all:
 * the client reads it as themselves.
 *
 * @returns null for visitors, who are answered otherwise
 */
export async function showToReader(app: App, call: PublicCall, page: string) {
  const { visitor, ...exchange } = call
  if (visitor === null || readerOf(visitor.user) === null) return null
  return showClient(app, { ...exchange, visitor }, { page })
}

/**
 * Goes on to where something of another server lives, or to another page here.
 * @throws NotFound if the address, which others chose, is none for a browser
 */
export function leaveFor(reply: FastifyReply, address: string): FastifyReply {
  const url = URL.parse(address)
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
  reply.header('vary', 'Accept, Cookie')
}

/**
 * Programs that ask for activities and nothing else get no page.
 * @throws NotFound
 */
function refuseActivityPub(request: FastifyRequest): void {
  const accept = request.headers.accept ?? ''
  const wanted = /application\/(?:activity\+json|ld\+json)/i.test(accept)
  if (wanted && !/text\/html|\*\/\*/i.test(accept)) throw new NotFound()
}
