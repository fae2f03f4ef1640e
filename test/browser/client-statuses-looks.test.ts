import { test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { uploadPicture } from '../support/media-api.ts'
import type { TestServer } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { type Act, walkLooks } from './every-look.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'

const skip = noBrowser

test('statuses and what belongs to them look right', { skip }, async () => {
  const started = await startWebServer()
  await using server = started.server
  await buildPages()
  await using browser = await startBrowser()
  const posts = await publishAll(server)
  const { focal } = posts
  await walkLooks(browser, started, enterClient('vic', focal), {
    thread: settled,
    menu: press('more'),
    viewer: then(close, press('media')),
    reactions: then(close, press('more'), choose('React with an emoji')),
    'new filter': then(close, press('more'), choose('Filter…', 'Filters')),
    'new word': ({ page }) => page.getByLabel('A word, phrase or hashtag').check(),
    home: then(close, pageAt('/home')),
    quotes: pageAt(posts.quotes),
    branches: then(pageAt(posts.long), expand),
    favourites: pageAt(`${focal}/favourites`),
    'no quotes': pageAt(`${focal}/quotes`),
    edits: pageAt(`${focal}/history`),
    gone: pageAt('/@wren/12345'),
  })
})

test('visitors see statuses and the ways on', { skip }, async () => {
  const started = await startWebServer()
  await using server = started.server
  await buildPages()
  await using browser = await startBrowser()
  const { focal } = await publishAll(server)
  const enter: Act = async (visit) => {
    await visit.to('/keyboard')
    await settled(visit)
  }
  await walkLooks(browser, started, enter, {
    'visitor thread': pageAt(focal),
    'visitor asked': press('reply'),
    'visitor quotes': then(close, pageAt(`${focal}/quotes`)),
  })
})

const expand: Act = async ({ page }) => page.locator('.focal [data-key="expand"]').click()

const press =
  (key: string): Act =>
  async ({ page }) => {
    await page.locator(`.focal [data-key="${key}"]`).click()
    await page.locator('dialog[open]').waitFor()
    await settled({ page })
  }

const choose =
  (name: string, dialog = name): Act =>
  async ({ page }) => {
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog', { name: dialog }).waitFor()
    await settled({ page })
  }

const close: Act = async ({ page }) => {
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

const then =
  (...acts: Act[]): Act =>
  async (visit, server) => {
    for (const act of acts) await act(visit, server)
  }

/** @returns addresses of what vic sees */
async function publishAll(server: TestServer) {
  const vic = await server.signUp('vic')
  const wren = await server.signUp('wren')
  await vic.follow(wren)
  await wren.patch('/api/v1/accounts/update_credentials', { display_name: LONG.slice(0, 40) })
  const poll = await wren.publish('Which one?', {
    poll: { options: [LONG, 'No'], expires_in: 600, multiple: true },
  })
  await vic.put(`/api/v1/pleroma/statuses/${poll.id}/reactions/${encodeURIComponent('👍')}`)
  const quoting = await vic.publish('look at this', { quoted_status_id: poll.id })
  const revoked = await vic.publish('and this', {
    quoted_status_id: poll.id,
    in_reply_to_id: quoting.id,
  })
  await wren.post(`/api/v1/statuses/${poll.id}/quotes/${revoked.id}/revoke`)
  const pictures = [1, 2, 3].map(() => uploadPicture(wren, { description: LONG }))
  const media_ids = (await Promise.all(pictures)).map(({ id }) => id)
  const long = await wren.publish(`${LONG.repeat(4)} `.repeat(2), {
    spoiler_text: LONG,
    media_ids,
  })
  let last = long
  for (let depth = 0; depth < 6; depth += 1) {
    const more = { in_reply_to_id: last.id, visibility: 'public' }
    await wren.publish(`beside ${depth}`, more)
    last = await wren.publish(`below ${depth}`, more)
  }
  const picture = await uploadPicture(wren, { description: 'A small picture' })
  const before = await vic.publish('@wren what do you see?', { visibility: 'public' })
  const about = { in_reply_to_id: before.id, visibility: 'public' }
  const focal = await wren.publish('@vic #birds, two', { ...about, media_ids: [picture.id] })
  await vic.post(`/api/v1/statuses/${focal.id}/favourite`)
  await wren.put(`/api/v1/statuses/${focal.id}`, {
    status: '@vic #birds, three',
    media_ids: [picture.id],
  })
  return {
    focal: `/@wren/${focal.id}`,
    quotes: `/@vic/${quoting.id}`,
    long: `/@wren/${long.id}`,
  }
}
