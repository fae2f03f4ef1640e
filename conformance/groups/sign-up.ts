import type { Params } from '../http/client.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { openRegistrations, signUp, signUpForm } from '../walk/sign-up.ts'
import type { Walk } from '../walk/walk.ts'

export const signUpOperations: Operation[] = [
  row('POST', '/api/v1/accounts', async (walk) => {
    if (!(await openRegistrations(walk))) {
      const refused = await walk.app.post('/api/v1/accounts', signUpForm(walk))
      walk.refused('S-273 closed', refused, 403)
      return walk.leaveOut('signing up: registrations are closed')
    }
    const form = signUpForm(walk)
    walk.refused('S-273 user', await walk.alice.post('/api/v1/accounts', form), 403)
    const made = await serve(walk, {
      body: form,
      missing: { username: 422, email: 422, password: 422, agreement: 422 },
    })
    const found = await walk.anonymous.get('/api/v1/accounts/lookup', { acct: form.username })
    walk.status('S-276 lookup finds the newcomer', found, 200)
    walk.claim('S-270 token', typeof made.json.access_token === 'string', made.text)
    await checkRefusals(walk, form)
  }),

  row('POST', '/api/v1/emails/confirmations', async (walk) => {
    const path = '/api/v1/emails/confirmations'
    walk.refused('S-023 no token', await walk.anonymous.post(path), 401)
    walk.refused('S-024 wrong scope', await (await walk.alice.limited('read')).post(path), 403)
    walk.refused('S-025 application', await walk.app.post(path), 422)
    walk.refused('S-286 already confirmed', await walk.alice.post(path), 403)
    walk.status('trailing slash', await walk.anonymous.post(`${path}/`), 401)
    walk.status('S-008 .json', await walk.alice.post(`${path}.json`), 404)
    if (!(await openRegistrations(walk))) return walk.leaveOut('registrations are closed')
    const { client } = await signUp(walk)
    if ((await client.get('/api/v1/accounts/verify_credentials')).status === 200) {
      return walk.leaveOut('addresses need no confirmation')
    }
    const sent = await client.post(path)
    walk.status('S-286 unconfirmed', sent, 200)
    walk.valid('{}', sent.json)
    walk.refused('S-286 invalid address', await client.post(path, { email: 'no address' }), 422)
    const email = `other${walk.next()}@example.org`
    walk.status('S-286 another address', await client.post(path, { email }), 200)
  }),

  row('GET', '/api/v1/emails/check_confirmation', async (walk) => {
    const answer = await serve(walk)
    walk.equal('confirmed', answer.json, true)
    if (!(await openRegistrations(walk))) return walk.leaveOut('registrations are closed')
    const { client } = await signUp(walk)
    const account = await client.get('/api/v1/accounts/verify_credentials')
    const newcomer = await client.get('/api/v1/emails/check_confirmation')
    walk.equal('S-026 a newcomer', newcomer.json, account.status === 200)
  }),
]

/** S-272: a separate code for each error */
async function checkRefusals(
  walk: Walk,
  taken: { username: string; email: string },
): Promise<void> {
  const long = `n${'a'.repeat(40)}`
  const wrong: [string, string, Params][] = [
    ['username', 'ERR_BLANK', { username: '' }],
    ['username', 'ERR_TAKEN', { username: taken.username.toUpperCase() }],
    ['username', 'ERR_INVALID', { username: 'not a name' }],
    ['username', 'ERR_TOO_LONG', { username: long }],
    ['username', 'ERR_RESERVED', { username: 'admin' }],
    ['email', 'ERR_BLANK', { email: '' }],
    ['email', 'ERR_INVALID', { email: 'no address' }],
    ['email', 'ERR_TAKEN', { email: taken.email }],
    ['password', 'ERR_TOO_SHORT', { password: 'short' }],
    ['agreement', 'ERR_ACCEPTED', { agreement: false }],
  ]
  for (const [field, code, change] of wrong) {
    const answer = await walk.app.post('/api/v1/accounts', { ...signUpForm(walk), ...change })
    const what = `S-272 ${field} ${code}`
    walk.refused(what, answer, 422)
    if (answer.status !== 422) continue
    walk.valid('ValidationError', answer.json, what)
    const codes = (answer.json.details?.[field] ?? []).map((item: { error: string }) => item.error)
    walk.claim(what, codes.includes(code), answer.text)
  }
}
