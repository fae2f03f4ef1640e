import type { Answer } from '../http/client.ts'
import { checkHeaders } from '../walk/conventions.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

/** Discovery for servers, apps and browsers. */
export const discoveryOperations: Operation[] = [
  row('GET', '/.well-known/oauth-authorization-server', async (walk) => {
    const { json } = await serve(walk)
    walk.equal('S-444 issuer', new URL(json.issuer).origin, new URL(walk.base).origin)
    walk.equal('S-444 token_endpoint', json.token_endpoint, `${walk.base}/oauth/token`)
    const methods = json.token_endpoint_auth_methods_supported?.toSorted()
    walk.equal('S-444 methods', methods, ['client_secret_basic', 'client_secret_post'])
  }),

  row('GET', '/.well-known/webfinger', async (walk) => {
    const { anonymous, alice, row } = walk
    const host = new URL(walk.base).host
    const resource = `acct:${alice.username}@${host}`
    const answer = await anonymous.get(row.path, { resource })
    walk.status('success', answer, 200)
    walk.valid('JRD', answer.json)
    checkType(walk, answer, 'application/jrd+json')
    checkHeaders(walk, answer)
    walk.equal('subject', answer.json?.subject, resource)
    const self = answer.json?.links?.find(({ rel }: { rel: string }) => rel === 'self')
    walk.equal('self', self?.type, 'application/activity+json')
    const loud = await anonymous.get(row.path, {
      resource: resource.toUpperCase().replace('ACCT', 'acct'),
    })
    walk.status('any letter case', loud, 200)
    walk.status('no resource', await anonymous.get(row.path), 400)
    walk.status(
      'unknown',
      await anonymous.get(row.path, { resource: `acct:nobody_here@${host}` }),
      404,
    )
    walk.status('trailing slash', await anonymous.get(`${row.path}/`, { resource }), 200)
  }),

  row('GET', '/.well-known/host-meta', async (walk) => {
    const answer = await walk.anonymous.get(walk.row.path)
    walk.status('XRD', answer, 200)
    checkType(walk, answer, 'application/xrd+xml')
    checkHeaders(walk, answer)
    walk.claim(
      'template',
      answer.text.includes('/.well-known/webfinger?resource={uri}'),
      answer.text,
    )
    const headers = { accept: 'application/json' }
    const asJson = await walk.anonymous.send('GET', walk.row.path, { headers })
    walk.claim('JSON', Array.isArray(asJson.json?.links), asJson.text)
  }),

  row('GET', '/source.tar.gz', async (walk) => {
    const answer = await walk.anonymous.get(walk.row.path)
    walk.status('archive', answer, 200)
    checkType(walk, answer, 'application/gzip')
  }),

  row('GET', '/.well-known/nodeinfo', async (walk) => {
    const { json, headers } = await serve(walk)
    const [first] = json.links ?? []
    walk.equal('S-070 2.0 is first', first, {
      rel: 'http://nodeinfo.diaspora.software/ns/schema/2.0',
      href: `${walk.base}/nodeinfo/2.0`,
    })
    checkCached(walk, 'S-070', headers, 259_200)
  }),

  row('GET', '/nodeinfo/2.0', (walk) => checkNode(walk)),
  row('GET', '/nodeinfo/2.1', (walk) => checkNode(walk)),

  row('GET', '/.well-known/change-password', async (walk) => {
    const answer = await walk.anonymous.get(walk.row.path)
    walk.status('success', answer, 302)
    const location = new URL(answer.headers.get('location') ?? '/', walk.base)
    walk.equal('leads to', location.pathname, '/auth/edit')
  }),

  row('GET', '/.well-known/proxy', async (walk) => {
    const answer = await walk.anonymous.get(walk.row.path, { target: 'https://social.example/@a' })
    walk.status('success', answer, 302)
    const location = new URL(answer.headers.get('location') ?? '/', walk.base)
    walk.equal('leads to', location.pathname, '/authorize_interaction')
  }),

  row('GET', '/health', async (walk) => {
    const answer = await walk.anonymous.get(walk.row.path)
    walk.equal('text', [answer.status, answer.text.trim()], [200, 'OK'])
    checkType(walk, answer, 'text/plain')
    walk.status('trailing slash', await walk.anonymous.get('/health/'), 200)
  }),

  row('GET', '/health/ready', async (walk) => {
    const answer = await walk.anonymous.get(walk.row.path)
    walk.equal('text', [answer.status, answer.text.trim()], [200, 'OK'])
    checkType(walk, answer, 'text/plain')
  }),

  row('OPTIONS', '/api/*', async (walk) => {
    const { status, headers } = await walk.anonymous.send('OPTIONS', '/api/v1/statuses', {
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    walk.claim('success', status === 200 || status === 204, status)
    walk.equal('S-020 origin', headers.get('access-control-allow-origin'), '*')
    walk.equal('S-020 credentials', headers.get('access-control-allow-credentials'), null)
    const methods = (headers.get('access-control-allow-methods') ?? '').split(/, */)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      walk.claim(`S-020 ${method}`, methods.includes(method), methods.join())
    }
    const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase()
    for (const header of ['authorization', 'content-type', 'idempotency-key']) {
      walk.claim(`S-020 ${header}`, allowed.includes(header), allowed)
    }
  }),
]

async function checkNode(walk: Walk): Promise<void> {
  const { json, headers } = await serve(walk)
  walk.equal('S-075 protocols', json.protocols, ['activitypub'])
  checkCached(walk, 'S-071', headers, 1800)
}

function checkCached(walk: Walk, number: string, headers: Headers, seconds: number): void {
  const control = headers.get('cache-control') ?? ''
  walk.claim(`${number} cacheable`, control.includes(`max-age=${seconds}`), control)
}

function checkType(walk: Walk, { headers }: Answer, type: string): void {
  const seen = headers.get('content-type') ?? ''
  walk.claim('content type', seen.startsWith(type), seen)
}
