import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createPlainListener } from '../../src/app/https/plain-listener.ts'
import { freePort } from '../support/free-port.ts'
import { noBrowser, startBrowser, type TestBrowser } from './browser.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const pictures = process.env.PAGE_PICTURES
const LOOKS = [
  { name: 'phone-light-en', width: 390, colorScheme: 'light', locale: 'en' },
  { name: 'phone-dark-ar', width: 390, colorScheme: 'dark', locale: 'ar' },
  { name: 'desktop-dark-de', width: 1280, colorScheme: 'dark', locale: 'de' },
] as const

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

test('S-636 the page before the first certificate is readable in every size, colour and direction, and loads nothing', {
  skip: noBrowser,
}, async () => {
  const port = await freePort()
  const origin = 'https://social.example'
  const plain = createPlainListener({
    ...{ host: '127.0.0.1', port, origin, tokens: new Map(), isServed: () => false },
  })
  await plain.listen()
  try {
    for (const { name, width, ...look } of LOOKS) {
      const context = await browser.open({ ...look, viewport: { width, height: 700 } })
      const page = await context.newPage()
      const refused: string[] = []
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) refused.push(message.text())
      })

      const answer = await page.goto(`http://127.0.0.1:${port}/`)
      const column = await page.locator('body').boundingBox()
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      if (pictures !== undefined) {
        await page.screenshot({ path: join(pictures, `waiting-${name}.png`) })
      }
      await page.evaluate(await readFile(AXE, 'utf8'))
      const { violations } = (await page.evaluate('axe.run()')) as { violations: object[] }

      assert.equal(answer?.status(), 503)
      assert.ok(column !== null && column.width < 700, 'the style is in force')
      assert.equal(wide, false)
      assert.deepEqual(refused, [])
      assert.deepEqual(violations, [], name)
      await context.close()
    }
  } finally {
    plain.stop()
  }
})
