import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { saveRemoteEmojis } from '../../src/features/emojis/remote.ts'
import { jobs } from '../../src/features/trends/jobs.ts'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { dataUri, png } from '../support/media-api.ts'
import { movingPicture } from '../support/media-samples.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { enterAdmin, pageAt, settled } from './admin-pages.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, type Visit, visitOf, walkLooks } from './every-look.ts'
import { said } from './said.ts'

let browser: TestBrowser
before(async () => {
  if (noBrowser) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

const OWN = '/api/rookery/v1/admin'
const LONG = 'a_very_long_name_without_any_end_'.repeat(3)
const HERE = { egressAllow: ['127.0.0.0/8'] }

const LISTS = {
  tags: '/admin/trends?view=hashtags',
  links: '/admin/trends?view=links',
  statuses: '/admin/trends?view=statuses',
  sites: '/admin/trends?view=sites',
  'all-tags': '/admin/trends?view=all-tags',
  emojis: '/admin/emojis',
  'remote-emojis': '/admin/emojis?of=remote',
  announcements: '/admin/announcements',
  rules: '/admin/rules',
  invites: '/admin/invites',
  'ended-invites': '/admin/invites?state=expired',
}

/** those that are alike where nothing is in them */
const LIKE_OTHERS = ['links', 'statuses', 'sites', 'all-tags', 'ended-invites']

const listsAs = (name: string, left: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(LISTS)
      .filter(([view]) => !left.includes(view))
      .map(([view, path]) => [`admin-${view}-${name}`, pageAt(path)]),
  )

/** Presses a button that does not lead to another document. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await settled({ page })
}

const then =
  (...acts: readonly Act[]): Act =>
  async (visit, server) => {
    for (const act of acts) await act(visit, server)
  }

test('pages about trends and content are accessible in every look', scripted, async () => {
  const started = await startWebServer(HERE)
  await using _ = started.server
  await using pictures = await servePictures()
  const { server } = started
  const ada = await server.signUp('ada', { role: 'Owner' })
  const made = { tag: '', announcement: '' }
  const fill: Act = async () => {
    made.tag = await letThingsRise(server, ada)
    await addEmojis(server, ada, pictures.address)
    made.announcement = await announce(ada)
    await addRules(ada)
    await invite(server, ada)
  }
  await walkLooks(browser, started, enterAdmin('ada'), {
    ...listsAs('empty', LIKE_OTHERS),
    'admin-emojis-new': then(fill, pageAt('/admin/emojis/new')),
    ...listsAs('filled'),
    'admin-tag': (visit) => pageAt(`/admin/trends/tags/${made.tag}`)(visit),
    'admin-tag-gone': pageAt('/admin/trends/tags/1'),
    'admin-emoji': then(pageAt(LISTS.emojis), ({ page }) => press(page, 'rook')),
    'admin-emoji-copy': then(pageAt(LISTS['remote-emojis']), ({ page }) =>
      press(page, 'Copy :parrot: of birds.example'),
    ),
    'admin-emojis-chosen': then(pageAt('/admin/emojis/new'), chooseWrongFiles),
    'admin-announcement-new': pageAt('/admin/announcements/new'),
    'admin-announcement': (visit) => pageAt(`/admin/announcements/${made.announcement}`)(visit),
    'admin-rule': then(pageAt(LISTS.rules), ({ page }) => press(page, 'Change: Be kind')),
  })
})

async function servePictures() {
  const moving = await movingPicture(32, 32).gif().toBuffer()
  const http = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/gif' }).end(moving)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** @returns id of a hashtag that many use */
async function letThingsRise(server: TestServer, staff: TestUser): Promise<string> {
  const people: TestUser[] = []
  for (const name of ['bea', 'cal', 'dot']) {
    const user = await server.signUp(name)
    await user.patch('/api/v1/accounts/update_credentials', {
      discoverable: true,
      display_name: name === 'cal' ? LONG.slice(0, 40) : '',
    })
    people.push(user)
  }
  for (const user of people) {
    await user.publish(`Out again #HedgerowWalk #Rain https://news.example/page #${LONG}`)
  }
  const post = await people[0]!.publish('The first swallow of the year, seen over the mill pond.')
  const other = await people[1]!.publish('Heute am Bach', { language: 'de' })
  for (const user of people) {
    for (const { id } of [post, other]) await user.post(`/api/v1/statuses/${id}/favourite`)
  }
  await server.settle()
  await nameLinks(server)
  await jobs['trends.refresh']!.run(server.app, {}, 1)
  const tags = (await staff.get('/api/v1/admin/trends/tags')).json()
  const named = (wanted: string) => tags.find(({ name }: { name: string }) => name === wanted).id
  await staff.post(`/api/v1/admin/trends/tags/${named('Rain')}/reject`)
  await staff.post(`/api/v1/admin/trends/statuses/${other.id}/approve`)
  return named('HedgerowWalk')
}

/** As if previews of the pages had been fetched. */
async function nameLinks({ app }: TestServer): Promise<void> {
  const links = await app.db.selectFrom('shared_link').select('url').execute()
  const words = { author_name: 'R. Porter', author_url: '', provider_name: 'The Hedgerow News' }
  const card = { ...words, provider_url: '', html: '', width: 0, height: 0, embed_url: '' }
  await app.transact((tx) =>
    tx.db
      .insertInto('preview_card')
      .values(
        links.map(({ url }) => ({
          ...card,
          id: tx.newId(),
          url,
          title: 'Swallows are back, a week before they ever were',
          description: 'Whoever walks along the mill pond these days will have seen them. '.repeat(
            9,
          ),
          language: 'en',
          type: 'link' as const,
          image_remote_url: null,
          image_description: '',
          blurhash: null,
          published_at: null,
          fetched_at: tx.now,
        })),
      )
      .execute(),
  )
}

async function addEmojis(server: TestServer, staff: TestUser, address: string): Promise<void> {
  const file = dataUri('image/png', await png(32, 32))
  const emojis: Record<string, unknown>[] = [
    { shortcode: 'rook', category: 'Birds' },
    { shortcode: 'rook_fly', category: 'Birds', visible_in_picker: false },
    { shortcode: 'crow', category: 'Birds', disabled: true },
    { shortcode: LONG },
    { shortcode: 'leaf' },
  ]
  for (const emoji of emojis) {
    assert.equal((await staff.post(`${OWN}/custom_emojis`, { ...emoji, file })).statusCode, 200)
  }
  for (const [domain, shortcode] of [
    ['birds.example', 'parrot'],
    ['birds.example', 'rook'],
    [`${'long-'.repeat(10)}.example`, LONG],
  ] as const) {
    const emoji = { shortcode, uri: null, imageUrl: `${address}/${shortcode}`, updatedAt: null }
    await server.app.transact((tx) => saveRemoteEmojis(tx, domain, [emoji]))
  }
}

/** @returns id of a draft */
/** of two days, which takes the most words, in whatever hour the test runs */
const OVER_MIDNIGHT = { starts_at: '2031-11-29T22:51:00.000Z', ends_at: '2031-11-30T00:51:00.000Z' }

async function announce(staff: TestUser): Promise<string> {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
  const all: Record<string, unknown>[] = [
    { text: 'The server moves on Sunday.\n\nSee https://status.example/move and #news' },
    { text: 'New rules from May', scheduled_at: at(48) },
    { text: LONG, starts_at: at(1), ends_at: at(72), all_day: true },
    { text: 'Walk with @bea', published: false, ...OVER_MIDNIGHT },
  ]
  let last = ''
  for (const one of all) last = (await staff.post(`${OWN}/announcements`, one)).json().id
  return last
}

async function addRules(staff: TestUser): Promise<void> {
  const translations = {
    de: { text: 'Sei freundlich', hint: '' },
    pt: { text: 'Gentil', hint: '' },
  }
  const rules: Record<string, unknown>[] = [
    { text: 'Be kind', hint: 'Also to those who are not.', translations },
    { text: LONG, hint: 'No advertisements of any kind, also not of your own shop. '.repeat(5) },
    { text: 'No spam' },
  ]
  for (const rule of rules) assert.equal((await staff.post(`${OWN}/rules`, rule)).statusCode, 200)
}

async function invite(server: TestServer, staff: TestUser): Promise<void> {
  const make = async (user: TestUser, more: Record<string, unknown>) =>
    (await user.post('/api/rookery/v1/invites', more)).json().id
  await make(staff, { comment: 'For the walkers of the club, and whoever they bring along' })
  await make(staff, { max_uses: 5, expires_in: 86_400 })
  const ended = await make(await server.signUp('owen', { role: 'Owner' }), { max_uses: 1 })
  await staff.delete(`${OWN}/invites/${ended}`)
}

async function chooseWrongFiles({ page }: Visit): Promise<void> {
  const picture = await png(8, 8)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Party Parrot (1).png', mimeType: 'image/png', buffer: picture },
    { name: 'rook.png', mimeType: 'image/png', buffer: picture },
    { name: `${LONG}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ])
  await settled({ page })
  await page.getByText('This is no PNG, GIF or WebP.').waitFor()
  await page.locator('.new-emoji img').first().waitFor()
}

/** A page of the administration that an owner looks at. */
async function lookAt({ server, origin }: Started, path: string): Promise<Page> {
  const page = await (await browser.open()).newPage()
  const visit = visitOf(page, origin)
  await enterAdmin('ada')(visit, server)
  await pageAt(path)(visit)
  return page
}

type Started = Awaited<ReturnType<typeof startWebServer>>

test('trends are decided about by the keyboard alone', scripted, async () => {
  const started = await startWebServer()
  const { server } = started
  await using _ = server
  const ada = await server.signUp('ada', { role: 'Owner' })
  await letThingsRise(server, ada)
  const page = await lookAt(started, '/admin/trends')
  const states = async () => {
    const tags = (await ada.get('/api/v1/admin/trends/tags')).json()
    return new Map(
      tags.map((tag: { name: string; requires_review: boolean; trendable: boolean }) => [
        tag.name,
        tag.requires_review ? 'waits' : tag.trendable,
      ]),
    )
  }
  const rows = page.locator('.trend')
  await rows.first().waitFor()
  const names = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')))
  assert.deepEqual(names.at(-1), '#Rain', 'what is decided comes last')
  assert.equal((await states()).get('HedgerowWalk'), 'waits')

  const [first = '', second = ''] = names.map((name) => name?.slice(1))

  await page.getByRole('link', { name: `#${first}`, exact: true }).focus()
  await page.keyboard.press('a')
  await said(page, `Approved: ${names[0]}`)
  await page.keyboard.press('r')
  await said(page, `Rejected: ${names[1]}`)
  const decided = async () => {
    const now = await states()
    return [now.get(first), now.get(second)]
  }
  await becomes(decided, [true, false])
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  await said(page, `Approved: ${names[1]}`)
  await becomes(decided, [true, true])
  await page.context().close()
})

test('rules are put in order by the keyboard, and pictures become emoji', scripted, async () => {
  const started = await startWebServer()
  await using _ = started.server
  const ada = await started.server.signUp('ada', { role: 'Owner' })
  for (const text of ['First', 'Second', 'Third']) await ada.post(`${OWN}/rules`, { text })
  const texts = async () =>
    (await ada.get(`${OWN}/rules`)).json().map(({ text }: { text: string }) => text)
  const page = await lookAt(started, '/admin/rules')

  await page.getByRole('button', { name: 'Move down: First' }).focus()
  await page.keyboard.press('Enter')
  await said(page, 'Now rule 2 of 3')
  await becomes(() => texts(), ['Second', 'First', 'Third'])
  await page.keyboard.press('Alt+ArrowDown')
  await said(page, 'Now rule 3 of 3')
  await becomes(() => texts(), ['Second', 'Third', 'First'])
  // a button that can do no more gives the focus on
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
  await becomes(focused, 'Move up: First')

  await page.getByRole('link', { name: 'Custom emoji' }).click()
  await page.getByRole('link', { name: 'Add emoji' }).first().click()
  const buffer = await png(8, 8)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Old Rook.png', mimeType: 'image/png', buffer },
    { name: 'x.png', mimeType: 'image/png', buffer },
  ])
  await page.getByLabel('Shortcode').nth(1).fill('Old_Rook')
  await page.getByLabel('Category of all of them').fill('Birds')
  await press(page, 'Add 2 emoji')
  await said(page, '1 emoji added')
  await page.getByText('Shortcode has already been taken').waitFor()
  await page.getByLabel('Shortcode').fill('new_rook')
  await press(page, 'Add 1 emoji')
  await page.getByRole('heading', { name: 'Birds' }).waitFor()
  await page.context().close()

  const emojis = (await ada.get(`${OWN}/custom_emojis`)).json()
  assert.deepEqual(
    emojis.map((emoji: { shortcode: string; category: string }) => [
      emoji.shortcode,
      emoji.category,
    ]),
    [
      ['new_rook', 'Birds'],
      ['Old_Rook', 'Birds'],
    ],
  )
})
