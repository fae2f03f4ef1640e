import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { ON_SQLITE } from '../support/database-kind.ts'
import { seedStaffWork } from '../support/staff-showcase.ts'
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

// they look the same whatever they are read from
const scripted = { skip: noBrowser || !ON_SQLITE }

test('the pages of the administration are accessible in every look', scripted, async () => {
  const started = await startWebServer()
  await using _ = started.server
  const { reportId, target, endlessId } = await seedStaffWork(started.server)
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
    appeals: '/admin/appeals',
    'appeals-none': '/admin/appeals?status=rejected',
    presets: '/admin/presets',
    settings: '/admin/settings',
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
    'admin-settings-refused': refuseSetting,
    'admin-terms-new': writeTerms,
  })
})

const openDecision =
  (reportId: string): Act =>
  async (visit, server) => {
    await pageAt(`/admin/reports/${reportId}`)(visit, server)
    await visit.page.getByRole('button', { name: 'Act on the account…' }).click()
    await visit.page.getByLabel('Suspend').check()
  }

const refuseSetting: Act = async (visit, server) => {
  await pageAt('/admin/settings')(visit, server)
  await visit.page.getByLabel('Name of the server').fill(' ')
  await visit.page.getByRole('button', { name: 'Save the changes' }).click()
  await visit.page.getByRole('alert').waitFor()
}

const writeTerms: Act = async (visit, server) => {
  await pageAt('/admin/terms')(visit, server)
  await visit.page.getByRole('button', { name: 'Write a new version' }).click()
}
