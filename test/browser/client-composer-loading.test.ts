import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { becomes } from './browser.ts'
import { settled } from './client-pages.ts'
import { ownPosts, posted, type Scene, tellStories, textOf } from './composer-stories.ts'
import { said } from './said.ts'

/** Goes home, where the file of the composer does not come before it is let go, or is lost at that moment. */
async function withoutComposer({ page, origin }: Scene): Promise<(isLost?: boolean) => void> {
  const { promise: loaded, resolve: load } = Promise.withResolvers<boolean | undefined>()
  await page.route(/assets\/web\/composer-window-.*\.js/, async (route) => {
    if (await loaded) await route.abort()
    else await route.continue()
  })
  // nothing is kept of the page before
  await page.evaluate(`(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })()`)
  await page.goto(`${origin}/home`)
  await settled({ page })
  return load
}

async function isDraft({ page, origin }: Scene, text: string): Promise<void> {
  await said(page, 'Draft saved.')
  await page.goto(`${origin}/drafts`)
  await page.getByText(text).first().waitFor()
}

const early = (page: Page) => page.getByLabel('What is on your mind?')

/** Types and closes before the browser paints, and so before effects run. */
const IN_ONE_FRAME = `(async () => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
  for (let turn = 0; turn < 20; turn++) await null
  const field = document.querySelector('textarea.early-text')
  if (field === null) return false
  field.value = 'hasty rooks'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.closest('[role=dialog], dialog').querySelector('.dialog-head button').click()
  for (let turn = 0; turn < 20; turn++) await null
  return document.querySelector('textarea.early-text') === null
})()`

tellStories('writing while the composer loads', {
  async 'what is typed is in the text'(scene: Scene) {
    const { page } = scene
    const load = await withoutComposer(scene)

    await page.keyboard.type('nfine rooks')
    await becomes(() => early(page).inputValue(), 'fine rooks')
    load()
    await textOf(page).waitFor()
    await page.keyboard.type(' and jackdaws')

    await becomes(() => textOf(page).inputValue(), 'fine rooks and jackdaws')
    assert.match(page.url(), /\/home$/)
  },

  async 'what is typed becomes a draft if the composer is closed before it is there'(scene: Scene) {
    const { page } = scene
    const load = await withoutComposer(scene)

    await page.keyboard.type('nlate rooks')
    await becomes(() => early(page).inputValue(), 'late rooks')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    load()

    await isDraft(scene, 'late rooks')
  },

  async 'what was typed is in the reply once the page is loaded again'(scene: Scene) {
    const { page, ada, bob } = scene
    const asked = await bob.publish(`@${ada.username} rooks?`)
    const load = await withoutComposer(scene)
    await page.goto(`${scene.origin}/notifications`)
    await page.getByRole('button', { name: 'Reply' }).first().click()
    await early(page).waitFor()
    load(true)

    const again = page.getByRole('dialog').getByRole('button', { name: 'Load the page again' })
    await again.waitFor()
    await page.keyboard.type('patient rooks')
    await page.unrouteAll()
    await again.click()

    await page.getByRole('dialog', { name: 'Reply' }).waitFor()
    await textOf(page).waitFor()
    await becomes(() => textOf(page).inputValue(), '@bob patient rooks')
    await page.getByRole('dialog').getByRole('button', { name: 'Reply' }).click()
    await posted(page)
    const [sent] = await ownPosts(scene)
    assert.equal(sent?.in_reply_to_id, asked.id)
  },

  async 'what is typed becomes a draft if the composer is closed before it is painted'(
    scene: Scene,
  ) {
    const { page } = scene
    // it is loaded
    await page.keyboard.press('n')
    await textOf(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    assert.equal(await page.evaluate(IN_ONE_FRAME), true)

    await isDraft(scene, 'hasty rooks')
  },
})
