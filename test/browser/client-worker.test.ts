import { after, before, describe, test } from 'node:test'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer } from '../support/server.ts'
import {
  becomes,
  noBrowser,
  noNetwork,
  startBrowser,
  startWebServer,
  type TestBrowser,
} from './browser.ts'
import { enterClient, pageAt, settingsSent, settled } from './client-pages.ts'
import { visitOf } from './every-look.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }

// within a group, as the server has to go before the databases of all tests do
describe('the service worker of the client', scripted, () => {
  let browser: TestBrowser
  let server: TestServer
  let origin: string
  before(async () => {
    await buildPages()
    browser = await startBrowser('whole')
    // workers belong to secure places: this name is one
    ;({ server, origin } = await startWebServer({}, 'localhost'))
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  async function arrive(username: string) {
    const user = await server.signUp(username)
    await user.publish('read before the tunnel')
    const context = await browser.open()
    await context.grantPermissions(['notifications'], { origin })
    const page = await context.newPage()
    await enterClient(username)(visitOf(page, origin), server)
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await hasKept(page, '/worker-words')
    return { context, user, page, worker, [Symbol.asyncDispose]: () => context.close() }
  }

  const accountCaches = (page: Page) =>
    page.evaluate<string[]>(
      `caches.keys().then((all) => all.filter((name) => name.startsWith('rookery-account-')))`,
    )

  test('without network there is what was read last, and nothing once nobody is signed in', async (story) => {
    if (noNetwork) return story.skip(noNetwork)
    await using stage = await arrive('traveller')
    const { context, page, user } = stage
    await page.reload()
    await settled({ page })
    await page.getByText('read before the tunnel').waitFor()
    await hasKept(page, '/api/v1/timelines/home')
    await becomes(() => accountCaches(page), [`rookery-account-${user.id}`])

    await context.setOffline(true)
    await page.reload()
    await page.getByText('read before the tunnel').waitFor()
    await page.keyboard.type('nin the tunnel')
    const text = page.getByLabel('Text of the post', { exact: true })
    await text.waitFor()
    await becomes(() => text.inputValue(), 'in the tunnel')
    await page.goto(`${origin}/about`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'No connection' }).waitFor({ state: 'detached' })
    await page.waitForLoadState()

    await context.clearCookies()
    await page.goto(`${origin}/explore`)
    await until(async () => (await accountCaches(page)).length === 0)
    await context.setOffline(true)
    await page.goto(`${origin}/home`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
  })

  test('without network it looks as it was set last, though the document is older', async (story) => {
    if (noNetwork) return story.skip(noNetwork)
    await using stage = await arrive('painter')
    const { context, page } = stage
    const choose = async (theme: string) => {
      await pageAt('/preferences')({ page })
      await page.getByLabel(theme, { exact: true }).check()
      await settingsSent(page)
    }
    await choose('Light')
    await page.goto(`${origin}/home`)
    await settled({ page })
    await hasKept(page, '/home')
    await choose('Dark')

    await context.setOffline(true)
    await page.goto(`${origin}/home`)
    await settled({ page })
    await becomes(() => page.locator('html').getAttribute('data-theme'), 'dark')
  })

  test('without network it looks as another browser set it before the last visit', async (story) => {
    if (noNetwork) return story.skip(noNetwork)
    await using stage = await arrive('wanderer')
    const { context, page } = stage
    await using other = await browser.open()
    const far = await other.newPage()
    await enterClient('wanderer', '/preferences')(visitOf(far, origin), server)
    await far.getByLabel('Dark', { exact: true }).check()
    await settingsSent(far)
    await page.goto(`${origin}/home`)
    await settled({ page })
    await hasKept(page, '/home')

    await context.setOffline(true)
    await page.goto(`${origin}/home`)
    await settled({ page })
    await becomes(() => page.locator('html').getAttribute('data-theme'), 'dark')
  })

  test('a server that was away is found again by itself', async () => {
    await using stage = await arrive('patient')
    const { page } = stage
    const listener = server.http.server
    const { port } = new URL(origin)
    listener.close()
    listener.closeAllConnections()
    await page.goto(`${origin}/about`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    listener.listen({ host: '127.0.0.1', port: Number(port) })
    await page.getByRole('heading', { name: 'No connection' }).waitFor({ state: 'detached' })
  })

  test('what is pushed is shown, and a press leads an open window there', async () => {
    await using stage = await arrive('listener')
    const { context, page, worker } = stage
    const cdp = await context.newCDPSession(page)
    const message = {
      notification_type: 'mention',
      title: 'bob mentioned you',
      body: 'hello',
      url: '/notifications/settings',
      status_id: '1',
    }

    await worker.evaluate(WATCH_SHOWN)
    await deliver(cdp, origin, JSON.stringify(message))
    await worker.evaluate('self.shown')
    await becomes(() => titles(worker), ['bob mentioned you'])
    await worker.evaluate(`self.registration.getNotifications().then(([notification]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
    await page.waitForURL(`${origin}/notifications/settings`)
    await becomes(() => titles(worker), [])
  })

  test('this device is told once that is switched on, until it is switched off', async () => {
    await using stage = await arrive('teller')
    const { page, user } = stage
    await page.goto(`${origin}/notifications/settings`)
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
    // the browser's own push service is not there in a test
    await page.evaluate(SUBSCRIBE)
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('Tell me of').waitFor()
    await page.getByLabel('Boosts').check()
    await page.getByLabel('From whom').selectOption('followed')

    const kept = () =>
      server.app.db
        .selectFrom('push_subscription')
        .where('account_id', '=', user.id)
        .selectAll()
        .executeTakeFirst()
    await until(async () => {
      const { alerts, standard, policy } = (await kept()) ?? {}
      return (
        policy === 'followed' &&
        standard === true &&
        alerts?.mention === true &&
        alerts.reblog === true
      )
    })
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
    await becomes(kept, undefined)
  })
})

const titles = (worker: Worker) =>
  worker.evaluate<string[]>(
    'self.registration.getNotifications().then((all) => all.map(({ title }) => title))',
  )

/** Chromium forgets a notification that is asked for while it is about to be shown: nobody may look for it before. */
const WATCH_SHOWN = `(() => {
  const { registration } = self
  const show = registration.showNotification.bind(registration)
  self.shown = new Promise((resolve) => {
    registration.showNotification = (...notice) => show(...notice).then(resolve)
  })
})()`

/** As a browser's push service hands it over. */
async function deliver(cdp: CDPSession, origin: string, data: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const hasKept = (page: Page, path: string) =>
  until(() =>
    page.evaluate<boolean>(
      `caches.match(${JSON.stringify(path)}, { ignoreSearch: true }).then((found) => found !== undefined)`,
    ),
  )

/** A subscription with keys as a browser makes them. */
const SUBSCRIBE = `(async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/=+$/, '')
  const p256dh = base64(await crypto.subtle.exportKey('raw', pair.publicKey))
  const auth = base64(crypto.getRandomValues(new Uint8Array(16)))
  const subscription = {
    endpoint: 'https://push.example.net/one',
    toJSON: () => ({ keys: { p256dh, auth } }),
    unsubscribe: async () => true,
  }
  PushManager.prototype.subscribe = async () => subscription
  PushManager.prototype.getSubscription = async () => subscription
})()`
