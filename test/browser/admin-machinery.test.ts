import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { WEBHOOK_EVENTS } from '../../src/features/admin/webhooks/events.ts'
import { FIELDS as KNOWN, OPERATORS as KNOWN_OPERATORS } from '../../src/features/automod/fields.ts'
import {
  changeField,
  conditionOf,
  conditionsFor,
  draftOf,
} from '../../web/admin/pages/automod/draft.ts'
import { FIELDS, OPERATOR_TITLES, OPERATORS } from '../../web/admin/pages/automod/words.ts'
import { EVENTS } from '../../web/admin/pages/webhooks/events.ts'
import { enterAdmin, pageAt, settled } from './admin-pages.ts'
import {
  becomes,
  becomesTrue,
  noBrowser,
  startBrowser,
  startWebServer,
  type TestBrowser,
} from './browser.ts'
import { visitOf } from './every-look.ts'

let browser: TestBrowser
before(async () => {
  if (noBrowser) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// the pages are the same whatever they are read from
const scripted = { skip: noBrowser }

test('the editor of rules and of webhooks offers what the server knows', () => {
  const of = (fields: Readonly<Record<string, { kind: string; of?: string }>>) =>
    Object.entries(fields)
      .map(([name, { kind, of }]) => `${name} ${kind} ${of}`)
      .sort()

  assert.deepEqual(of(FIELDS), of(KNOWN))
  assert.deepEqual(OPERATORS, KNOWN_OPERATORS)
  assert.deepEqual(
    [...new Set(Object.values(OPERATORS).flat())].filter((name) => !(name in OPERATOR_TITLES)),
    [],
  )
  assert.deepEqual([...EVENTS.keys()].sort(), [...WEBHOOK_EVENTS].sort())
})

test('what is typed into a condition is sent as its field wants it', () => {
  const typed = (field: string, value: string, operator = 'is') =>
    conditionOf(draftOf({ field, operator, value })).value

  assert.equal(typed('links_count', ' 5 '), 5)
  assert.equal(typed('links_count', ''), '')
  assert.equal(typed('has_media', 'false'), false)
  assert.equal(typed('domain', ' spam.example '), 'spam.example')
  assert.deepEqual(typed('domain', 'a.example\n\n b.example\n', 'in_list'), [
    'a.example',
    'b.example',
  ])
  const draft = draftOf({ field: 'text', operator: 'contains_any', value: ['a', 'b'] })
  changeField(draft, 'bio')
  assert.deepEqual(conditionOf(draft), {
    ...{ field: 'bio', operator: 'contains_any', value: ['a', 'b'] },
  })
  changeField(draft, 'has_media')
  assert.deepEqual(conditionOf(draft), { field: 'has_media', operator: 'is', value: true })
  const [left] = conditionsFor('accounts', [draft])
  assert.equal(left?.field.value, 'username')
})

test(
  'a rule is written, tried and put to work; what it holds is decided one after another',
  scripted,
  async () => {
    const { server, origin } = await startWebServer()
    await using _ = server
    await server.signUp('ada', { role: 'Owner' })
    const author = await server.signUp('ann')
    await author.publish('an old casino')
    const context = await browser.open()
    const page = await context.newPage()
    const visit = visitOf(page, origin)
    const click = async (name: string | RegExp) => {
      await page.getByRole('button', { name, exact: true }).first().click()
      await settled(visit)
    }
    await enterAdmin('ada')(visit, server)
    await pageAt('/admin/automod/new')(visit)
    await page.getByLabel('Name').fill('Casinos')
    await page.getByLabel('Value').fill('casino\nroulette')

    await click('Add a condition')
    const focused = page.locator('.conditions li:last-child select:focus')
    await focused.waitFor()
    await becomes(() => page.locator('.conditions li').count(), 2)
    await click('Remove condition 2')
    await focused.waitFor()

    await click('Try it')

    await becomes(() => page.locator('.dry-run').innerText(), /1 of 1 post of the last 7 days fits/)
    await becomes(() => page.locator('.dry-run-samples').innerText(), /an old casino/)
    await page.getByLabel('Hold', { exact: false }).check()
    await page.getByLabel('Live', { exact: false }).check()
    await becomes(() => page.locator('.dry-run').innerText(), /another one since/)
    await click('Add the rule')
    await page.getByRole('heading', { name: 'Casinos' }).waitFor()

    for (const text of ['first casino', 'second roulette', 'third casino'])
      await author.publish(text)
    await pageAt('/admin/held')(visit)
    const waiting = page.locator('.held')
    await becomes(() => waiting.count(), 3)
    await becomes(() => waiting.first().innerText(), /third casino.*text contains "casino"/s)
    await click(/^Publish/)
    await waiting.nth(2).waitFor({ state: 'detached' })
    await becomesTrue(page, 'document.activeElement?.classList.contains("held")')
    await becomes(() => page.evaluate('document.activeElement.innerText'), /second roulette/)
    await click(/^Delete/)
    await click('Delete the post')
    await waiting.nth(1).waitFor({ state: 'detached' })
    await becomesTrue(page, 'document.activeElement?.classList.contains("held")')
    await becomes(() => page.evaluate('document.activeElement.innerText'), /first casino/)

    await server.settle()
    const shown = await server.anonymous.get(`/api/v1/accounts/${author.id}/statuses`)
    const contents = shown.json().map(({ content }: { content: string }) => content)
    assert.deepEqual(contents, ['<p>third casino</p>', '<p>an old casino</p>'])
    await context.close()
  },
)
