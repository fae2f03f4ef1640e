import type { FastifyReply, FastifyRequest } from 'fastify'
import { Unprocessable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { speakTo } from '../../kernel/http/locale.ts'
import { type PageOptions, pageHeaders } from '../../kernel/http/page-headers.ts'
import type { BucketName } from '../../kernel/http/rate-limits/buckets.ts'
import type { Server } from '../../kernel/http/routes.ts'
import { accountLinks } from './frame/account-links.ts'
import { frameFor } from './frame/frame.ts'
import { type Page, renderPage } from './frame/layout.ts'
import { looksOf } from './frame/looks.ts'
import { ownPath } from './frame/own-path.ts'
import type { FrontDoor, Visitor } from './frame/visitor.ts'

/** Registers the routes of a group of pages. */
export type Pages = (server: Server, app: App, door: FrontDoor) => void

export interface Call {
  request: FastifyRequest
  reply: FastifyReply
  visitor: Visitor
}

export interface ShownPage extends Omit<Page, 'account' | 'frame' | 'look'> {
  /** default 200 */
  status?: number
  headers?: PageOptions
  /** leaves out the links in the head of a page of its own */
  bare?: boolean
}

/**
 * Sends a page for one visitor, which no cache may store. A wide one stands in the frame, a narrow one is a page of its
 * own: signing in and what leads there.
 */
export async function showPage(
  app: App,
  { request, reply, visitor }: Call,
  { status = 200, headers = {}, bare = false, width = 'narrow', ...page }: ShownPage,
): Promise<FastifyReply> {
  pageHeaders(reply, { ...headers, script: page.script !== undefined })
  reply.header('cache-control', 'private, no-store')
  const frame = width === 'wide' ? await frameFor(app, request, visitor) : null
  const account = bare ? {} : { account: accountLinks(visitor) }
  const looks = looksOf(request, frame?.chosen ?? null)
  const shown = { ...page, ...account, width, frame, looks }
  return reply.code(status).send(await renderPage(app, speakTo(request, reply), shown))
}

/** Whether a script requests JSON, rather than a browser a page. */
export function wantsJson({ request }: Call): boolean {
  const { accept = '' } = request.headers
  return accept.includes('application/json') && !accept.includes('text/html')
}

type Redirect = 301 | 302

/** Redirects to a path of this server; to `/` if the path would lead elsewhere (A64). */
export function goTo(reply: FastifyReply, path: string, status: Redirect = 302): FastifyReply {
  return leaveTo(reply, ownPath(path) ?? '/', status)
}

/** Redirects to a full address, possibly of another server, that the caller has checked. */
export function leaveTo(
  reply: FastifyReply,
  address: string,
  status: Redirect = 302,
): FastifyReply {
  return reply.header('cache-control', 'private, no-store').redirect(address, status)
}

/** Answers GET with a page for the visitor. */
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
  /** default POST, the method of the forms of pages */
  method?: 'POST' | 'DELETE'
  url: string
  limits?: readonly BucketName[]
  /** bytes; default 1 MiB */
  maxBody?: number
  submit: (call: Call) => Promise<FastifyReply>
}

/**
 * Answers a form that a page of this server made.
 * @throws Unprocessable (from the route) for another form, or a form made for another session
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

/** Text of a form's parameter, as in `user[email]`; empty if it is missing or not a text. */
export function textOf(from: unknown, ...path: string[]): string {
  const value = valueAt(from, path)
  return typeof value === 'string' ? value : ''
}

/** Whether a checkbox is ticked; browsers do not send an unticked one. */
export function isTicked(from: unknown, name: string): boolean {
  return textOf(from, name) === '1'
}

/** Values of the parameter `name[]`, texts or records; empty if it is missing. */
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

/** Address of the sign-in page. @param returnTo null: there is no return path, or a cookie holds it */
export function signInAddress(returnTo: string | null, force = false): string {
  const query = new URLSearchParams({
    ...(returnTo === null ? {} : { return_to: returnTo }),
    ...(force ? { force: '1' } : {}),
  })
  return `/auth/sign_in${query.size === 0 ? '' : `?${query}`}`
}
