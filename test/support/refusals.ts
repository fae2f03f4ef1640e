import type { Response } from 'light-my-request'
import type { Server } from '../../src/kernel/http/routes.ts'

/** An object, as the same request may be refused twice. */
interface Refusal {
  text: string
}

/** Requests that were refused, of which nobody has looked at the answer yet, by server. */
const overlooked = new WeakMap<Server, Set<Refusal>>()

/** A test that reads one of these sees that the request was refused. */
const SHOWS_REFUSAL = new Set<string | symbol>(['statusCode', 'body', 'payload', 'rawPayload'])

/**
 * Passes an answer on. One that refuses must be looked at: it gives no entity before its status was read, and the
 * server fails the test at its end if nobody looked. So a set-up that went wrong is found where it did.
 *
 * @param request method and path, for the message
 */
export async function watchRefusals(
  server: Server,
  request: string,
  answer: Promise<Response>,
): Promise<Response> {
  const response = await answer
  if (response.statusCode < 400) return response
  const text = `${request} answered ${response.statusCode} ${response.body.slice(0, 500)}`
  const refusal = { text }
  const unseen = refusalsOf(server)
  unseen.add(refusal)
  return new Proxy(response, {
    get(target, name) {
      if (SHOWS_REFUSAL.has(name)) unseen.delete(refusal)
      else if (name === 'json' && unseen.delete(refusal)) throw new Error(text)
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** @throws Error that names the refusals at which nobody looked */
export function demandNoneOverlooked(server: Server): void {
  const refusals = [...refusalsOf(server)].map(({ text }) => text)
  overlooked.delete(server)
  if (refusals.length === 0) return
  throw new Error(`Nobody looked at the status of:\n${refusals.join('\n')}`)
}

function refusalsOf(server: Server): Set<Refusal> {
  const found = overlooked.get(server) ?? new Set()
  overlooked.set(server, found)
  return found
}
