import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Params } from '../http/client.ts'
import {
  authorizeAddress,
  OUT_OF_BAND,
  obtainCode,
  registerApplication,
  userToken,
} from '../people/oauth.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, type Walk } from '../walk/walk.ts'

export const oauthOperations: Operation[] = [
  row('POST', '/oauth/token', async (walk) => {
    const { anonymous } = walk
    const client = clientOf(walk)
    const own = { ...client, grant_type: 'client_credentials' }
    const answer = await anonymous.post('/oauth/token', own)
    checkSuccess(walk, 'S-440 client_credentials', answer)
    checkCors(walk, answer)
    walk.equal('S-439 default scope', answer.json?.scope, 'read')
    const form = new URLSearchParams({ ...own, scope: 'read write' })
    checkSuccess(walk, 'S-001 form', await anonymous.post('/oauth/token', form))
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
    const byHeader = await anonymous.send('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials' },
      headers: { authorization: `Basic ${basic}` },
    })
    checkSuccess(walk, 'S-440 HTTP Basic', byHeader)
    const { client_id, client_secret } = await anonymous.must('POST', '/api/v1/apps', {
      client_name: 'Conformance, reading',
      redirect_uris: OUT_OF_BAND,
      scopes: 'read',
    })
    const reader = { client_id, client_secret }
    const wrong: [string, number, string, Params][] = [
      ['wrong secret', 401, 'invalid_client', { client_secret: 'wrong' }],
      ['unknown client', 401, 'invalid_client', { client_id: 'nobody' }],
      ['password grant', 400, 'unsupported_grant_type', { grant_type: 'password' }],
      ['S-439 scope it has not', 400, 'invalid_scope', { ...reader, scope: 'write' }],
      ['unknown code', 400, 'invalid_grant', { ...codeGrant('x') }],
    ]
    for (const [what, status, code, change] of wrong) {
      const refused = await anonymous.post('/oauth/token', { ...own, ...change })
      checkOAuthError(walk, `S-440 ${what}`, refused, status, code)
    }
    await checkCodes(walk)
  }),

  row('POST', '/oauth/revoke', async (walk) => {
    const { anonymous, alice } = walk
    const application = await registerApplication(walk.base, 'Revoked later')
    const token = await userToken(walk.base, application, alice.browser, 'read')
    const revoke = (client: { client_id: string; client_secret: string }) =>
      anonymous.post('/oauth/revoke', { ...client, token })
    walk.refused('S-442 by another client', await revoke(clientOf(walk)), 403)
    const client = { client_id: application.clientId, client_secret: application.clientSecret }
    const answer = await revoke(client)
    checkSuccess(walk, 'S-442', answer)
    checkCors(walk, answer)
    checkSuccess(walk, 'S-442 again', await revoke(client))
    const headers = { authorization: `Bearer ${token}` }
    walk.refused(
      'S-023 revoked',
      await anonymous.send('GET', '/api/v1/preferences', { headers }),
      401,
    )
  }),

  row('POST', '/oauth/introspect', async (walk) => {
    const token = (await walk.alice.limited('read')).token
    const answer = await walk.anonymous.post('/oauth/introspect', { ...clientOf(walk), token })
    walk.status('success', answer, 200)
    walk.equal('active', [answer.json?.active, answer.json?.scope], [true, 'read'])
    const unknown = await walk.anonymous.post('/oauth/introspect', {
      ...clientOf(walk),
      token: 'x',
    })
    walk.equal('unknown token', unknown.json, { active: false })
    const stranger = await walk.anonymous.post('/oauth/introspect', { token })
    checkOAuthError(walk, 'no client', stranger, 401, 'invalid_client')
  }),

  row('GET', '/oauth/token/info', async (walk) => {
    const answer = await (await walk.alice.limited('read')).get(walk.row.path)
    checkSuccess(walk, 'success', answer)
    walk.equal('scope', answer.json?.scope, ['read'])
    walk.equal('application', answer.json?.application, { uid: walk.application.clientId })
    walk.refused('S-023 no token', await walk.anonymous.get(walk.row.path), 401)
    walk.refused('S-023 revoked token', await walk.revoked.get(walk.row.path), 401)
  }),

  ...(['GET', 'POST'] as const).map((method) =>
    row(method, '/oauth/userinfo', async (walk) => {
      const answer = await serve(walk)
      checkCors(walk, answer)
      walk.equal('name', answer.json?.preferred_username, walk.alice.username)
    }),
  ),
]

function clientOf({ application }: Pick<Walk, 'application'>) {
  return { client_id: application.clientId, client_secret: application.clientSecret }
}

function codeGrant(code: string) {
  return { grant_type: 'authorization_code', code, redirect_uri: OUT_OF_BAND }
}

/** S-438, S-440, S-441 */
async function checkCodes(walk: Walk): Promise<void> {
  const { anonymous, alice } = walk
  // a second use of a code may revoke the token that it was exchanged for
  const application = await registerApplication(walk.base, 'With codes')
  const exchange = (code: string, more: Params = {}) =>
    anonymous.post('/oauth/token', { ...clientOf({ application }), ...codeGrant(code), ...more })
  const address = authorizeAddress(application, 'read')
  const code = await obtainCode(alice.browser, address)
  const token = await exchange(code)
  checkSuccess(walk, 'S-440 authorization_code', token)
  const again = await exchange(await obtainCode(alice.browser, address))
  walk.equal('S-441 same token', again.json?.access_token, token.json?.access_token)
  checkOAuthError(walk, 'S-440 code used again', await exchange(code), 400, 'invalid_grant')
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const proving = `${address}&code_challenge=${challenge}&code_challenge_method=S256`
  const proof = { code_verifier: verifier }
  checkSuccess(
    walk,
    'S-438 verifier',
    await exchange(await obtainCode(alice.browser, proving), proof),
  )
  for (const [what, more] of Object.entries({
    none: {},
    wrong: { code_verifier: 'x'.repeat(43) },
  })) {
    const refused = await exchange(await obtainCode(alice.browser, proving), more)
    checkOAuthError(walk, `S-438 ${what}`, refused, 400, 'invalid_grant')
  }
  const other = await registerApplication(walk.base, 'Thief')
  const stolen = await anonymous.post('/oauth/token', {
    ...codeGrant(await obtainCode(alice.browser, address)),
    client_id: other.clientId,
    client_secret: other.clientSecret,
  })
  checkOAuthError(walk, 'A50 code of another client', stolen, 400, 'invalid_grant')
}

function checkOAuthError(
  walk: Walk,
  what: string,
  answer: Answer,
  status: number,
  code: string,
): void {
  walk.refused(what, answer, status)
  if (answer.status !== status) return
  walk.equal(`${what}: error`, answer.json?.error, code)
  const described = typeof answer.json?.error_description === 'string'
  walk.claim(`${what}: error_description`, described, answer.text)
}

function checkCors(walk: Walk, { headers }: Answer): void {
  walk.equal('S-020 CORS', headers.get('access-control-allow-origin'), '*')
}
