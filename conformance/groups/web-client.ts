import { publish } from '../walk/arrange.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'
import { fromBrowser } from './push.ts'

const HTML = { accept: 'text/html' }

/** Addresses of the bundled web client, and redirects to it. */
export const webClientOperations: Operation[] = [
  row('GET', '/authorize_interaction', async (walk) => {
    const { browser, username } = walk.alice
    const made = await publish(walk, walk.bob)
    const path = `${walk.row.path}?${new URLSearchParams({ uri: made.uri })}`
    const led = await browser.get(path)
    walk.status('success', led, 302)
    walk.equal('the post', led.headers.get('location'), `/@${walk.bob.username}/${made.id}`)
    const handle = `${walk.row.path}?${new URLSearchParams({ uri: `acct:${username}@${hostOf(made.uri)}` })}`
    walk.equal('acct:', (await browser.get(handle)).headers.get('location'), `/@${username}`)
    walk.status('nothing', await browser.get(`${walk.row.path}?uri=nonsense`), 404)
    await checkSignIn(walk, path)
  }),

  row('GET', '/share', async (walk) => {
    const path = `${walk.row.path}?${new URLSearchParams({ text: 'a thought' })}`
    const page = await walk.alice.browser.get(path)
    walk.status('success', page, 200)
    const type = page.headers.get('content-type') ?? ''
    walk.claim('content type', type.startsWith('text/html'), type)
    await checkSignIn(walk, path)
  }),

  row('GET', '/.well-known/proxy', async (walk) => {
    const answer = await walk.anonymous.get(`${walk.row.path}?uri=x`)
    walk.status('success', answer, 302)
    walk.equal('leads on', answer.headers.get('location'), '/authorize_interaction?uri=x')
  }),

  row('PUT', '/api/web/settings', async (walk) => {
    const body = { data: { theme: 'dark' } }
    walk.refused('no session', await walk.anonymous.send('PUT', walk.row.path, { body }), 401)
    walk.refused('a token', await walk.alice.send('PUT', walk.row.path, { body }), 401)
    const answer = await fromBrowser(walk, 'PUT', walk.row.path, body)
    walk.status('success', answer, 200)
    walk.valid('{}', answer.json)
    walk.status('PATCH', await fromBrowser(walk, 'PATCH', walk.row.path, body), 200)
    const headers = { accept: 'application/json', 'x-csrf-token': 'wrong' }
    const forged = await walk.alice.browser.send(
      'PUT',
      walk.row.path,
      new URLSearchParams(),
      headers,
    )
    walk.refused('S-404 wrong token', forged, 422)
  }),
]

const hostOf = (uri: string) => new URL(uri).host

/** An anonymous visitor signs in first, and then returns. */
async function checkSignIn(walk: Walk, path: string): Promise<void> {
  const answer = await walk.anonymous.send('GET', path, { headers: HTML })
  walk.status('not signed in', answer, 302)
  walk.equal('sign-in', answer.headers.get('location'), '/auth/sign_in')
  const back = answer.headers.getSetCookie().some((cookie) => cookie.includes('HttpOnly'))
  walk.claim('the way back is kept', back, answer.headers.getSetCookie().join('; '))
}
