import { contentTypeOf } from './documents.ts'
import type { Walk } from './walk.ts'

/** The URL matches the row's path, and serves a picture that no browser interprets as another type. */
export async function checkPicture(walk: Walk, what: string, url: unknown): Promise<void> {
  const address = URL.parse(String(url))
  walk.equal(`${what}: read here`, address?.origin, new URL(walk.base).origin)
  const pattern = new RegExp(`^${walk.row.path.replace(/:\w+/g, '[^/]+')}$`)
  walk.claim(`${what}: address`, pattern.test(address?.pathname ?? ''), url)
  const answer = await walk.anonymous.get(`${address?.pathname}${address?.search}`)
  walk.status(what, answer, 200)
  walk.claim(`${what}: picture`, contentTypeOf(answer).startsWith('image/'), contentTypeOf(answer))
  walk.equal(`${what}: nosniff`, answer.headers.get('x-content-type-options'), 'nosniff')
}
