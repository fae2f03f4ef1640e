import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:tls'
import { chromium } from 'playwright-core'

/** As test/browser/browser.ts names them; that file would bring a server of this process along. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
/** ms for anything: the machine may be slow at any moment */
const PATIENCE = 90_000
const PASSWORD = 'correct horse battery staple'

interface Place {
  /** that the log of the server shows */
  link: string
  address: string
  /** PEM of the authorities that the certificate is checked against */
  ca: string[]
}

/**
 * Opens the link of a new server in Chromium, and creates the owner's account. Chromium knows no authority of a test: it takes the
 * key of the one certificate that Node has checked against the authorities, and no other.
 */
export async function makeOwner(name: string, { link, address, ca }: Place): Promise<void> {
  const { hostname, origin } = new URL(link)
  const key = await checkedKey(hostname, address, ca)
  const executablePath = BROWSERS.find((path) => existsSync(path))
  assert.ok(executablePath !== undefined, 'there is no Chromium here')
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      `--host-resolver-rules=MAP ${hostname} ${address}`,
      `--ignore-certificate-errors-spki-list=${key}`,
    ],
  })
  try {
    const context = await browser.newContext()
    context.setDefaultTimeout(PATIENCE)
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, this is the address' }).click()
    await page.getByLabel(/user ?name/i).fill(name)
    await page.getByLabel(/e-?mail/i).fill(`${name}@example.org`)
    await page
      .getByLabel(/^password/i)
      .first()
      .fill(PASSWORD)
    await page.getByRole('button', { name: 'Create the owner’s account' }).click()
    await page.getByRole('link', { name: 'Go through what is left to set up' }).waitFor()
    assert.equal(new URL(page.url()).origin, origin)
    const cookies = await context.cookies()
    const session = cookies.find((cookie) => cookie.name.endsWith('rookery_session'))
    assert.ok(session?.secure && session.httpOnly, JSON.stringify(cookies.map((one) => one.name)))
  } finally {
    await browser.close()
  }
}

/** base64 of the SHA-256 of the server's public key, whose certificate is good for the name. */
async function checkedKey(servername: string, host: string, ca: string[]): Promise<string> {
  const socket = connect({ host, port: 443, servername, ca })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerX509Certificate()
  socket.destroy()
  const key = certificate!.publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
