import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { openCertificateStore } from '../../src/app/https/certificate-store.ts'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import { fingerprintOf } from '../../src/kernel/acme/certificate-facts.ts'
import { selfSigned } from '../../src/kernel/acme/certificates.ts'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
import { said } from '../../src/kernel/base/translatable-text.ts'
import { whereNameLeads } from '../../src/kernel/net/name-leads.ts'
import type { TestServer } from '../support/server.ts'
import { enterAdmin, pageAt } from './admin-pages.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, walkLooks } from './every-look.ts'

let browser: TestBrowser
before(async () => {
  if (noBrowser) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

const health: Act = async ({ to, page }) => {
  await to('/admin/health')
  await page.locator('.health-lines').first().waitFor()
}

test('the health of the server is reached from the dashboard and accessible in every look', {
  skip: noBrowser,
}, async () => {
  const started = await startWebServer()
  const { server } = started
  await using _ = server
  await server.signUp('ada', { role: 'Owner' })
  const byLink: Act = async ({ page }) => {
    await page.getByRole('link', { name: /things? about the server to look at/ }).press('Enter')
    await page.locator('.health-lines').first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/admin/health')
    await page.getByRole('link', { name: 'Back to Administration' }).press('Enter')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  }
  const withTables: Act = async (visit) => {
    await health(visit, server)
    const [table] = await visit.page.locator('.health-table summary').all()
    await table!.press('Enter')
    await visit.page.getByRole('region', { name: 'Room' }).waitFor()
  }

  await walkLooks(browser, started, enterAdmin('ada'), {
    'health-empty': health,
    'health-of-dashboard': async (visit) => {
      await visit.to('/admin')
      await pageAt('/admin')(visit)
      await byLink(visit, server)
    },
  })
  await fill(server)
  await walkLooks(browser, started, enterAdmin('ada'), { health, 'health-tables': withTables })
})

/** Four weeks of figures, and something of each state with long names. */
async function fill(server: TestServer): Promise<void> {
  const now = server.clock.now - (server.clock.now % HOUR)
  const hours = 28 * 24
  await server.app.transact(async (tx) => {
    for (let hour = 0; hour < hours; hour++) {
      const at = now - (hours - hour) * HOUR
      await tx.db
        .insertInto('health_sample')
        .values({
          at,
          database_bytes: 2_000_000_000 + hour * 1_000_000,
          media_bytes: at % DAY === 0 ? 40_000_000_000 + hour * 9_000_000 : null,
          free_bytes: 90_000_000_000 - hour * 120_000_000,
          jobs_waiting: Math.round(20 + 15 * Math.sin(hour / 4)),
          jobs_parked: hour > 600 ? 3 : 0,
          deliveries_waiting: hour % 50 < 5 ? 900 : 12,
          hosts_silent: 14 + (hour % 7),
          started_at: hour < 300 ? 0 : DAY,
          requests: (hour < 300 ? hour : hour - 300) * 4_000,
          errors: Math.floor(hour / 90),
          stalls: Math.floor(hour / 40),
        })
        .execute()
    }
    await tx.db
      .insertInto('peer_host')
      .values({
        host: `${'very-'.repeat(12)}long.example`,
        failing_since: 1,
        failures: 9,
        due_at: null,
      })
      .execute()
    const reason = `S3 bucket backups at https://${'storage-'.repeat(8)}example: PUT of a file: no answer`
    await backupMarks.save(tx, 'failed', { at: now, reason })
    await backupMarks.save(tx, 'made', { at: now - 9 * DAY })
  })
  await failCertificate(server, now)
}

async function failCertificate({ app }: TestServer, now: number): Promise<void> {
  const { hostname: name } = new URL(app.config.origin)
  const store = openCertificateStore(app.config.dataDir)
  const pair = selfSigned(name, { from: now - 62 * DAY, days: 90 })
  const facts = { directory: 'https://ca.example/directory', name, by: 'http-01' } as const
  await store.write('certificate', { ...facts, ...pair })
  const detail = `Fetching http://${name}/.well-known/acme-challenge/${'x'.repeat(43)}: refused`
  const lookUp = async () => ['8.8.8.8']
  await store.write('failures', {
    ...{ replaced: fingerprintOf(pair), since: now - DAY, again: now + HOUR },
    ...{ toldAt: now, urgedAt: null },
    reason: said('The authority did not find this server under its name: {detail}', { detail }),
    advice: [await whereNameLeads({ name, lookUp, own: ['9.9.9.9', '2620:fe::fe'] })],
  })
}
