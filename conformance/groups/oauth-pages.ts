import { findForm } from '../http/browser.ts'
import type { Answer } from '../http/client.ts'
import { fillForm } from '../http/forms.ts'
import {
  type Application,
  authorizeAddress,
  obtainCode,
  registerApplication,
  userToken,
} from '../people/oauth.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const CALLBACK = 'https://app.example/callback'

/** Pages of the OAuth authorization flow. */
export const oauthPageOperations: Operation[] = [
  row('GET', '/oauth/authorize', async (walk) => {
    const { browser } = walk.alice
    const address = authorizeAddress(walk.application, 'read')
    const away = await walk.anonymous.send('GET', address, { headers: { accept: 'text/html' } })
    checkLeadsTo(walk, 'S-436 signed out', away, '/auth/sign_in')
    const page = await browser.get(address)
    walk.status('S-436 consent', page, 200)
    checkHtml(walk, page)
    walk.claim('form', consentForm(page) !== undefined, page.text.slice(0, 200))
    const opener = page.headers.get('cross-origin-opener-policy')
    walk.claim('opener is kept', opener === null || opener === 'unsafe-none', opener)
    checkLeadsTo(
      walk,
      'force_login',
      await browser.get(`${address}&force_login=true`),
      '/auth/sign_in',
    )
    const wrong = {
      'unknown client': address.replace(/client_id=[^&]*/, 'client_id=nobody'),
      'address that is not registered': address.replace(
        /redirect_uri=[^&]*/,
        'redirect_uri=https%3A%2F%2Fevil.example%2F',
      ),
    }
    for (const [what, wrongAddress] of Object.entries(wrong)) {
      walk.status(`S-436 ${what}`, await browser.get(wrongAddress), 400, 401)
    }
  }),

  row('POST', '/oauth/authorize', async (walk) => {
    const { browser } = walk.alice
    const { address, state } = await askWithCallback(walk)
    const form = consentForm(await browser.get(address))
    if (form === undefined) return walk.claim('consent form', false, 'none')
    const granted = await browser.submit(form)
    const target = URL.parse(granted.headers.get('location') ?? '')
    walk.status('S-436 granted', granted, 302, 303)
    walk.equal('S-436 goes to the app', `${target?.origin}${target?.pathname}`, CALLBACK)
    walk.claim('S-436 code', Boolean(target?.searchParams.get('code')), target?.href)
    walk.equal('S-436 state', target?.searchParams.get('state'), state)
    const body = fillForm(form)
    for (const name of [...body.keys()]) if (/csrf|authenticity/.test(name)) body.delete(name)
    const forged = await browser.send('POST', '/oauth/authorize', body)
    walk.status('A53 without the form token', forged, 403, 422)
    const code = await obtainCode(browser, authorizeAddress(walk.application, 'read'))
    walk.claim('S-437 out of band', code !== '', code)
  }),

  row('DELETE', '/oauth/authorize', async (walk) => {
    const { browser } = walk.alice
    const { address } = await askWithCallback(walk)
    const form = consentForm(await browser.get(address))
    if (form === undefined) return walk.claim('consent form', false, 'none')
    const denied = await browser.send('DELETE', '/oauth/authorize', fillForm(form))
    walk.status('denied', denied, 302, 303)
    const location = denied.headers.get('location') ?? ''
    walk.claim(
      'error=access_denied',
      location.startsWith(CALLBACK) && location.includes('error=access_denied'),
      location,
    )
  }),

  row('GET', '/oauth/authorize/native', async (walk) => {
    const code = await obtainCode(walk.alice.browser, authorizeAddress(walk.application, 'read'))
    const page = await walk.alice.browser.get(`${walk.row.path}?${new URLSearchParams({ code })}`)
    walk.status('S-437', page, 200)
    checkHtml(walk, page)
    walk.claim('S-437 shows the code', page.text.includes(code), page.text.slice(0, 200))
  }),

  row('GET', '/oauth/authorized_applications', async (walk) => {
    const { browser } = walk.alice
    const page = await browser.get(walk.row.path)
    walk.status('HTML', page, 200)
    checkHtml(walk, page)
    walk.claim('names the app', page.text.includes('Conformance'), page.text.slice(0, 200))
    const list = await browser.get(walk.row.path, { accept: 'application/json' })
    walk.claim('JSON', Array.isArray(list.json) && list.json.length > 0, list.text)
    const stranger = await walk.anonymous.send('GET', walk.row.path, {
      headers: { accept: 'text/html' },
    })
    checkLeadsTo(walk, 'signed out', stranger, '/auth/sign_in')
  }),

  row('DELETE', '/oauth/authorized_applications/:id', async (walk) => {
    const { browser } = walk.alice
    const application = await registerApplication(walk.base, `Leaving ${walk.next()}`)
    const token = await userToken(walk.base, application, browser, 'read')
    const path = '/oauth/authorized_applications'
    const list: { id: string; name: string }[] =
      (await browser.get(path, { accept: 'application/json' })).json ?? []
    const id = list.find(({ name }) => name.startsWith('Leaving'))?.id
    const form = findForm(await browser.get(path), ({ action }) => action.endsWith(`/${id}`))
    if (form === undefined) return walk.claim('form', false, 'none')
    const unproven = await browser.send('DELETE', `${path}/${id}`)
    walk.status('A53 without the form token', unproven, 403, 422)
    const revoked = await browser.send('DELETE', `${path}/${id}`, fillForm(form))
    walk.status('revoked', revoked, 302, 303, 204)
    const headers = { authorization: `Bearer ${token}` }
    const used = await walk.anonymous.send('GET', '/api/v1/preferences', { headers })
    walk.refused('S-023 its token', used, 401)
  }),
]

async function askWithCallback(walk: Walk): Promise<{ address: string; state: string }> {
  const registered = await walk.anonymous.must('POST', '/api/v1/apps', {
    client_name: 'With an address',
    redirect_uris: CALLBACK,
  })
  const application: Application = { clientId: registered.client_id, clientSecret: '' }
  const state = `state ${walk.next()}`
  const address = authorizeAddress(application, 'read').replace(
    /redirect_uri=[^&]*/,
    `redirect_uri=${encodeURIComponent(CALLBACK)}&state=${encodeURIComponent(state)}`,
  )
  return { address, state }
}

function consentForm(page: Answer) {
  return findForm(page, ({ fields }) => fields.some(({ name }) => name === 'client_id'))
}

function checkHtml(walk: Walk, page: Answer): void {
  const type = page.headers.get('content-type') ?? ''
  walk.claim('content type', type.startsWith('text/html'), type)
}

function checkLeadsTo(walk: Walk, what: string, answer: Answer, path: string): void {
  walk.status(what, answer, 302, 303)
  const location = answer.headers.get('location') ?? ''
  walk.claim(`${what}: leads to ${path}`, location.includes(path), location)
}
