import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { seedStaffWork } from '../support/staff-showcase.ts'
import { enterAdmin, pageAt } from './admin-pages.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, walkLooks } from './every-look.ts'

let browser: TestBrowser
before(async () => {
  if (noBrowser) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

test('the pages of the administration are accessible in every look', scripted, async () => {
  const started = await startWebServer()
  await using _ = started.server
  const { owner, reportId, target, endlessId } = await seedStaffWork(started.server)
  const batch = await seedBatches(started.server, owner, { target, endlessId })
  const pages = {
    dashboard: '/admin',
    nothing: '/admin/nothing',
    reports: '/admin/reports',
    'reports-none': '/admin/reports?state=resolved&account_id=1',
    report: `/admin/reports/${reportId}`,
    'report-missing': '/admin/reports/1',
    accounts: '/admin/accounts?origin=any',
    'accounts-none': '/admin/accounts?username=nobody',
    'sign-ups': '/admin/accounts/waiting',
    account: `/admin/accounts/${target.id}`,
    'account-endless': `/admin/accounts/${endlessId}`,
    'account-posts': `/admin/accounts/${target.id}?tab=posts`,
    'account-decisions': `/admin/accounts/${target.id}?tab=decisions`,
    'account-log': `/admin/accounts/${target.id}?tab=log`,
    'account-mails': `/admin/accounts/${target.id}?tab=mails`,
    batches: '/admin/accounts/batches',
    batch: `/admin/accounts/batches/${batch}`,
    suggestions: '/admin/suggestions',
    appeals: '/admin/appeals',
    'appeals-none': '/admin/appeals?status=rejected',
    presets: '/admin/presets',
    settings: '/admin/settings',
    'settings-appearance': '/admin/settings?group=appearance',
    'settings-access': '/admin/settings?group=access',
    'settings-documents': '/admin/settings?group=documents',
    'settings-storage': '/admin/settings?group=storage',
    terms: '/admin/terms',
    roles: '/admin/roles',
    'role-new': '/admin/roles/new',
    'role-everybody': '/admin/roles/-99',
    'audit-log': '/admin/audit-log',
  }
  const acts = Object.entries(pages).map(([name, path]) => [`admin-${name}`, pageAt(path)] as const)
  await walkLooks(browser, started, enterAdmin('ada'), {
    ...Object.fromEntries(acts),
    'admin-report-decide': openDecision(reportId),
    'admin-accounts-chosen': chooseAccounts,
    'admin-account-mail': writeMail(target.id),
    'admin-settings-refused': refuseSetting,
    'admin-settings-dressed': dress,
    'admin-terms-new': writeTerms,
  })
})

const openDecision =
  (reportId: string): Act =>
  async (visit, _server) => {
    await pageAt(`/admin/reports/${reportId}`)(visit)
    await visit.page.getByRole('button', { name: 'Act on the account…' }).click()
    await visit.page.getByLabel('Suspend').check()
  }

/** Decisions about several, one of which fails, and a mail. @returns id of the batch */
async function seedBatches(
  server: TestServer,
  owner: TestUser,
  { target, endlessId }: { target: TestUser; endlessId: string },
): Promise<string> {
  const own = '/api/rookery/v1/admin'
  const letter = { subject: 'Your shop', text: 'Please do not sell here.\nSee rule 2.' }
  const replies = [
    await target.patch('/api/v1/accounts/update_credentials', { discoverable: true }),
    await owner.post(`${own}/accounts/${target.id}/mails`, letter),
    await owner.put(`${own}/suggestions`, { accts: ['carla', target.username, 'nobody'] }),
    await owner.post(`${own}/account_batches`, {
      action: 'unsuspend',
      ids: [owner.id, target.id, endlessId],
    }),
  ]
  for (const { statusCode, body } of replies) assert.equal(statusCode, 200, body)
  await server.settle()
  return replies.at(-1)!.json().id
}

const chooseAccounts: Act = async (visit, _server) => {
  await pageAt('/admin/accounts?origin=any')(visit)
  await visit.page.getByLabel('All on this page').check()
  await visit.page.getByRole('button', { name: 'Act on them…' }).click()
  await visit.page.getByLabel('What to do').selectOption('Suspend')
}

const writeMail =
  (id: string): Act =>
  async (visit, _server) => {
    await pageAt(`/admin/accounts/${id}`)(visit)
    await visit.page.getByRole('button', { name: 'Write a mail…' }).click()
    await visit.page.getByLabel('Subject').fill('Your shop')
    await visit.page.locator('textarea').last().fill('Please do not sell here.')
    await visit.page.getByRole('button', { name: 'Show it as' }).click()
    await visit.page.getByRole('region', { name: 'Preview' }).waitFor()
  }

const refuseSetting: Act = async (visit, _server) => {
  await pageAt('/admin/settings')(visit)
  await visit.page.getByLabel('Name of the server').fill(' ')
  await visit.page.getByRole('button', { name: 'Save the changes' }).click()
  await visit.page.getByRole('alert').waitFor()
}

/** The preview shows what is typed before it is saved, and names what is left out. */
const dress: Act = async (visit, _server) => {
  await pageAt('/admin/settings?group=appearance')(visit)
  const { page } = visit
  await page.getByLabel('Accent colour', { exact: true }).fill('#2e8b57')
  await page
    .getByLabel('Style sheet')
    .fill('h1 { color: rgb(200, 0, 0) }\n.card { position: fixed }\n@import "x";')
  await page.getByText('Line 2').waitFor()
  await page.getByText('Line 3').waitFor()
  const shown = page.frameLocator('iframe.looks-preview')
  await shown.locator('h1').waitFor()
  const colourOf = () =>
    shown.locator('h1').evaluate('getComputedStyle(document.querySelector("h1")).color')
  await until(async () => (await colourOf()) === 'rgb(200, 0, 0)')
  const accentOf = () =>
    shown
      .locator('html')
      .evaluate('getComputedStyle(document.documentElement).getPropertyValue("--accent")')
  await becomes(accentOf, /^light-dark\(#(?!5b46c9)/)
}

const writeTerms: Act = async (visit, _server) => {
  await pageAt('/admin/terms')(visit)
  await visit.page.getByRole('button', { name: 'Write a new version' }).click()
}
