// npm run bench:client [-- --posts 10000]
// The client in a real browser: the cost of a long timeline, the wait after an input, and the delay of a new status. Needs
// Chromium.
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { type Browser, chromium, type Page } from 'playwright-core'
import { buildPages } from '../scripts/build-pages.js'
import { openApp } from '../src/app/open.ts'
import { hashPassword } from '../src/features/identity/passwords.ts'
import { type Config, readConfig } from '../src/kernel/base/config.ts'
import { measureInteractions } from './client-interactions.ts'
import { describeMachine } from './machine.ts'
import { startMeasured } from './process.ts'
import { seed } from './seed.ts'

const { values: given } = parseArgs({ options: { posts: { type: 'string', default: '10000' } } })
const POSTS = Number(given.posts)
const PORT = 3900
const PASSWORD = 'correct horse battery staple'
const READER = 'person0'
const WRITER = 'person1'
/** maximum s of scrolling; the report states the reached position */
const MOST_SECONDS = 240
/** parts of the scrolling; the heap is measured after each */
const PARTS = 4
/** statuses whose delay is measured */
const TIMED = 20

/**
 * Scrolls until the requested number of statuses was shown; runs in the page, so that measuring costs nothing there.
 */
const SCROLL = `
  const tasks = []
  const scripts = []
  const keep = (type, to, time) => new PerformanceObserver((list) => to.push(...list.getEntries().map(time))).observe({ type })
  keep('longtask', tasks, (task) => task.duration)
  keep('long-animation-frame', scripts, (frame) => frame.scripts.reduce((sum, one) => sum + one.duration, 0))
  const seen = new Set()
  globalThis.scrollFor = async (posts, seconds) => {
    const end = performance.now() + seconds * 1000
    while (seen.size < posts && performance.now() < end && !document.querySelector('.feed-end')) {
      scrollBy(0, 1400)
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)))
      for (const one of document.querySelectorAll('.feed .entry')) seen.add(one.dataset.entry)
    }
    return {
      seen: seen.size,
      longest: Math.max(0, ...tasks),
      over50: tasks.length,
      over100: tasks.filter((task) => task > 100).length,
      longestScript: Math.max(0, ...scripts),
      elements: document.querySelectorAll('*').length,
      drawn: document.querySelectorAll('.feed article').length,
    }
  }
`

const dataDir = await mkdtemp(join(tmpdir(), 'rookery-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const env = {
  DATA_DIR: dataDir,
  PORT: String(PORT),
  HOST: '127.0.0.1',
  ORIGIN: `http://127.0.0.1:${PORT}`,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  DATABASE_URL: '',
}
const config = readConfig(env)

process.stderr.write(`Seeding ${POSTS} statuses…\n`)
await buildPages()
await seed(config, POSTS)
await givePasswords(config)
// not the bundle, whose pages are in another folder
await using _server = await startMeasured('serve-rookery.ts', env)
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
})
try {
  process.stdout.write(`${describeMachine()}, Chromium ${browser.version()}\n\n`)
  for (const line of await measureScrolling(browser)) process.stdout.write(`- ${line}\n`)
  for (const line of await measureWaits(browser)) process.stdout.write(`- ${line}\n`)
  process.stdout.write(`- ${await measureArrival(browser)}\n`)
} finally {
  await browser.close()
}

async function givePasswords(config: Config): Promise<void> {
  await using open = await openApp(config, { log: pino({ level: 'silent' }) })
  const password_hash = await hashPassword(config, PASSWORD)
  await open.app.transact(async (tx) => {
    await tx.db.updateTable('local_user').set({ password_hash }).execute()
  })
}

async function signIn(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${config.origin}/auth/sign_in?return_to=%2Fhome`)
  await page.getByLabel('E-mail address or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.feed').waitFor({ timeout: 60_000 })
  return page
}

async function openTimeline(browser: Browser): Promise<Page> {
  const page = await signIn(browser, READER)
  // the home timeline would be rebuilt meanwhile, as its owner was never active
  await page.goto(`${config.origin}/public/local`)
  await page.locator('.feed article').first().waitFor()
  await page.waitForTimeout(2000)
  return page
}

/** The wait after an input, for somebody who has read 500 posts of a timeline. */
async function measureWaits(browser: Browser): Promise<string[]> {
  process.stderr.write('Interacting…\n')
  const page = await openTimeline(browser)
  await page.evaluate(SCROLL)
  await page.evaluate(`scrollFor(500, ${MOST_SECONDS})`)
  const lines = await measureInteractions(page)
  await page.context().close()
  return lines
}

async function measureScrolling(browser: Browser): Promise<string[]> {
  process.stderr.write('Scrolling…\n')
  const page = await openTimeline(browser)
  const cdp = await page.context().newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return (usedSize / 1024 ** 2).toFixed(1)
  }
  const heaps = [await heap()]
  await page.evaluate(SCROLL)
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  let scrolled: Scrolled | null = null
  for (let part = 1; part <= PARTS; part++) {
    const to = `scrollFor(${Math.round((POSTS * part) / PARTS)}, ${MOST_SECONDS - seconds()})`
    scrolled = await page.evaluate<Scrolled>(to)
    heaps.push(await heap())
  }
  const took = seconds().toFixed(0)
  await page.context().close()
  if (scrolled === null) return []
  const { seen, drawn, elements, longest, over50, over100, longestScript } = scrolled
  return [
    `${seen} posts of a timeline in ${took} s, heap collected each quarter: ${heaps.join(', ')} MB (aim 200); ${drawn} articles, ${elements} elements in the document`,
    `longest task while scrolling ${longest.toFixed(0)} ms (aim 100), over 100 ms: ${over100}, over 50 ms: ${over50}; most script in a slow frame ${longestScript.toFixed(0)} ms`,
  ]
}

interface Scrolled {
  seen: number
  /** ms, of tasks */
  longest: number
  over50: number
  over100: number
  /** ms of script in one frame, among frames that took over 50 ms */
  longestScript: number
  /** elements and articles in the document at the end */
  elements: number
  drawn: number
}

/** From pressing "post" in one browser until another one shows its counter button or the status itself. */
async function measureArrival(browser: Browser): Promise<string> {
  process.stderr.write('Posting…\n')
  const reader = await signIn(browser, READER)
  const writer = await signIn(browser, WRITER)
  await reader.waitForTimeout(1500)
  const times: number[] = []
  for (let n = 1; n <= TIMED; n++) {
    const shown = reader.evaluate<number>(`new Promise((resolve) => {
      const isThere = () => document.querySelector('.waiting .button')?.textContent.trim().startsWith('${n} ')
      const observer = new MutationObserver(() => {
        if (!isThere()) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
      })
      observer.observe(document.querySelector('.waiting'), { childList: true, subtree: true, characterData: true })
    })`)
    const sent = await writer.evaluate<number>(`(async () => {
      const sent = performance.timeOrigin + performance.now()
      const headers = {
        'content-type': 'application/json',
        'x-csrf-token': document.querySelector('meta[name="csrf-token"]').content,
      }
      const body = JSON.stringify({ status: 'Timed ${n}' })
      await fetch('/api/v1/statuses', { method: 'POST', headers, body })
      return sent
    })()`)
    times.push((await shown) - sent)
    await reader.waitForTimeout(200)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  return `a post from one browser to the next: median ${at(0.5).toFixed(0)} ms, slowest of ${TIMED} ${at(1).toFixed(0)} ms (aim 300)`
}
