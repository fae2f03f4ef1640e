import type { Answer, Client } from '../http/client.ts'
import { ask, type Example, type Walk } from './walk.ts'

const EXPOSED = [
  'link',
  'mastodon-async-refresh',
  'x-ratelimit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-request-id',
]

export interface AddressExample extends Example {
  /** whether the path accepts the suffix `.json` (S-008); default true */
  suffix?: boolean
}

/** Checks that a trailing slash is ignored and that a format suffix is 404. */
export async function checkAddress(
  walk: Walk,
  client: Client,
  options: AddressExample,
): Promise<void> {
  const { auth, method, path } = walk.row
  // for a request with effects, a refusal also shows that the address exists
  const asker = auth === 'none' || auth === 'session' ? client : walk.anonymous
  if (method === 'GET' || auth === 'user' || auth === 'app') {
    const answer = await ask(walk, asker, options, '/')
    const { statuses } = walk.success
    walk.status(
      'trailing slash',
      answer,
      ...(asker === walk.anonymous && auth !== 'none' ? [auth === 'admin' ? 403 : 401] : statuses),
    )
  }
  if (path.startsWith('/api/') && options.suffix !== false) {
    walk.status('S-008 .json', await ask(walk, client, options, '.json'), 404)
  }
}

/** Checks the headers of a successful response. */
export function checkHeaders(walk: Walk, { headers, status }: Answer): void {
  if (status >= 400) return
  const { auth, pagination, path } = walk.row
  const api = path.startsWith('/api/')
  if (api || /^\/(\.well-known|nodeinfo)\//.test(path)) {
    walk.equal('S-020 CORS', headers.get('access-control-allow-origin'), '*')
    walk.equal('S-020 no credentials', headers.get('access-control-allow-credentials'), null)
  }
  if (api) {
    const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */)
    const hidden = EXPOSED.filter((name) => !exposed.includes(name))
    walk.claim('S-020 exposed headers', hidden.length === 0, `without ${hidden.join(', ')}`)
    walk.claim('X-Request-Id', headers.has('x-request-id'), 'none')
  }
  if (api && auth === 'user') {
    walk.equal('S-018 not cached', headers.get('cache-control'), 'private, no-store')
    const vary = (headers.get('vary') ?? '').toLowerCase()
    walk.claim('S-018 Vary', /\bauthorization\b/.test(vary), vary)
  }
  if (!pagination.startsWith('link')) {
    walk.equal('no Link header', headers.get('link')?.match(/rel="(next|prev)"/)?.[0], undefined)
  }
}
