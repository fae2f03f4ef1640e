import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { Unprocessable } from '../errors.ts'
import { type PageOptions, pageHeaders } from '../http/page-headers.ts'
import type { BucketName } from '../http/rate-limits/buckets.ts'
import type { Server } from '../http/routes.ts'
import { accountLinks } from './account-links.ts'
import { type Page, renderPage } from './layout.ts'
import { ownPath } from './own-path.ts'
import { themeAttribute } from './theme.ts'
import type { FrontDoor, Visitor } from './visitor.ts'

/** What registers the routes of a group of pages. */
export type Pages = (server: Server, app: App, door: FrontDoor) => void

export interface Call {
  request: FastifyRequest
  reply: FastifyReply
  visitor: Visitor
}

export interface ShownPage extends Omit<Page, 'account'> {
  /** default 200 */
  status?: number
  headers?: PageOptions
  /** leaves out who is signed in */
  bare?: boolean
}

/** Sends a page that is made for one visitor and kept by nobody. */
export async function showPage(
  app: App,
  { request, reply, visitor }: Call,
  { status = 200, headers = {}, bare = false, ...page }: ShownPage,
): Promise<FastifyReply> {
  pageHeaders(reply, { ...headers, script: page.script !== undefined })
  reply.header('cache-control', 'private, no-store')
  const theme = themeAttribute(request)
  const shown = bare ? { ...page, theme } : { ...page, theme, account: accountLinks(visitor) }
  return reply.code(status).send(await renderPage(app, shown))
}

/** Whether a script asks, not a browser for a page. */
export function wantsJson({ request }: Call): boolean {
  const { accept = '' } = request.headers
  return accept.includes('application/json') && !accept.includes('text/html')
}

/** Goes on to a path of this server; to its start where the path would lead elsewhere (A64). */
export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return leaveTo(reply, ownPath(path) ?? '/')
}

/** Goes on to a whole address that may be of another server, and was checked by the caller. */
export function leaveTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'private, no-store').redirect(address, 302)
}

/** Answers GET with a page for whoever looks at it. */
export function pageRoute(
  server: Server,
  door: FrontDoor,
  url: string,
  show: (call: Call) => Promise<FastifyReply>,
): void {
  server.get(url, async (request, reply) =>
    show({ request, reply, visitor: await door.greet(request, reply) }),
  )
}

export interface FormRoute {
  /** default POST; what a form of a page sends is POST */
  method?: 'POST' | 'DELETE'
  url: string
  limits?: readonly BucketName[]
  /** bytes; default 1 MiB */
  maxBody?: number
  submit: (call: Call) => Promise<FastifyReply>
}

/**
 * Answers a form, if it is one of ours.
 * @throws Unprocessable (from the route) if it is not, or was made for another session
 */
export function formRoute(server: Server, door: FrontDoor, route: FormRoute): void {
  const { method = 'POST', url, limits = [], maxBody, submit } = route
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await door.greet(request, reply)
    if (!door.isOwnForm(request, visitor)) {
      throw new Unprocessable('This form is out of date, or your browser did not send its cookie')
    }
    return submit({ request, reply, visitor })
  }
  const config = { limits, ...(maxBody === undefined ? {} : { maxBody }) }
  server.route({ method, url, config, handler })
}

/** Text of a form's parameter, as in `user[email]`; empty if it is missing or no text. */
export function textOf(from: unknown, ...path: string[]): string {
  const value = valueAt(from, path)
  return typeof value === 'string' ? value : ''
}

/** Whether a box of the form is ticked: one that is not is not sent. */
export function isTicked(from: unknown, name: string): boolean {
  return textOf(from, name) === '1'
}

/** What a form has under `name[]`, as texts or as records; empty if it is missing. */
export function listOf(from: unknown, name: string): unknown[] {
  const value = valueAt(from, [name])
  return Array.isArray(value) ? value : []
}

export function textsOf(from: unknown, name: string): string[] {
  return listOf(from, name).filter((value) => typeof value === 'string')
}

function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from
  for (const step of path) {
    const holder = typeof value === 'object' && value !== null ? value : {}
    value = Object.hasOwn(holder, step) ? (holder as Record<string, unknown>)[step] : undefined
  }
  return value
}

/** Address of the sign-in page. @param returnTo null: it leads back to nowhere, or a cookie says where to */
export function signInAddress(returnTo: string | null, force = false): string {
  const query = new URLSearchParams({
    ...(returnTo === null ? {} : { return_to: returnTo }),
    ...(force ? { force: '1' } : {}),
  })
  return `/auth/sign_in${query.size === 0 ? '' : `?${query}`}`
}
