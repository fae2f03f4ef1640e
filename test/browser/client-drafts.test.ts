import assert from 'node:assert/strict'
import type { Route } from 'playwright-core'
import { until } from '../support/in-time.ts'
import { becomes, noNetwork } from './browser.ts'
import { composerThere } from './client-pages.ts'
import {
  ownPosts,
  post,
  posted,
  type Scene,
  tellStories,
  textOf,
  write,
} from './composer-stories.ts'
import { said } from './said.ts'

/** The server hears a change, and the browser never learns that. */
async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.continue()
  await route.fetch()
  await route.abort()
}

tellStories('what is begun, put off and changed, in a browser', {
  async 'a post waits for its time, gets another and another text, and is deleted'(scene: Scene) {
    const { page, ada } = scene
    await write(page)
    await textOf(page).fill('Later')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByLabel('To be posted on').press('Escape')
    await becomes(() => page.getByLabel('To be posted on').count(), 0)
    await becomes(() => textOf(page).inputValue(), 'Later')
    await becomes(() => page.evaluate('document.activeElement.title'), 'Schedule')
    await page.keyboard.press('Enter')
    await page.getByLabel('To be posted on').fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('alert').getByText('at least five minutes from now').waitFor()
    await page.getByLabel('To be posted on').fill('2035-01-01T10:00')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('link', { name: 'Scheduled posts', exact: true }).click()

    const entry = page.getByRole('article')
    await entry.getByRole('button', { name: 'Change the time' }).click()
    await page.getByLabel('To be posted on').fill('2036-02-03T04:05')
    await page.getByRole('button', { name: 'Save' }).click()
    await entry.getByText('3 Feb 2036').waitFor()
    await entry.getByRole('button', { name: 'Edit' }).click()
    await textOf(page).fill('Later still')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await entry.getByText('Later still').waitFor()

    const waiting = async () =>
      (await ada.get('/api/v1/scheduled_statuses'))
        .json()
        .map(({ params }: { params: { text: string } }) => params.text)
    await becomes(waiting, ['Later still'])
    await entry.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the post' }).click()
    await page.getByText('Nothing is scheduled.').waitFor()
  },

  async 'a thread waits for its time as one, and is changed and deleted as one'(scene: Scene) {
    const { page, ada } = scene
    const threads = async () => (await ada.get('/api/rookery/v1/scheduled_threads')).json()
    const texts = (thread: { posts: { params: { text: string } }[] }) =>
      thread.posts.map(({ params }) => params.text)
    await write(page)
    await textOf(page).fill('One')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByLabel('To be posted on').fill('2035-01-01T10:00')
    await page.getByRole('button', { name: 'Add another post' }).click()
    await page.getByLabel('Text of post 2').fill('Two')
    // an answer that is lost plans nothing twice, and what was changed since counts
    await page.route('**/api/rookery/v1/scheduled_threads', loseAnswer, { times: 1 })
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('alert').getByText('The server does not answer').waitFor()
    await page.getByLabel('Text of post 2').fill('Two, in the end')
    await page.getByRole('button', { name: 'Try again' }).click()
    await said(page, 'It is scheduled.')
    assert.deepEqual((await threads()).map(texts), [['One', 'Two, in the end']])
    await page.getByRole('link', { name: 'Scheduled posts', exact: true }).click()

    const entry = page.getByRole('article')
    await entry.getByText('2 posts').waitFor()
    await entry.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Add another post' }).click()
    await page.getByLabel('Text of post 3').fill('Three')
    await page.getByRole('button', { name: 'Remove post 1' }).click()
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await entry.getByText('Two, in the end').waitFor()
    // its first text was there before
    await becomes(async () => (await threads()).map(texts), [['Two, in the end', 'Three']])
    await entry.getByRole('button', { name: 'Change the time' }).click()
    await page.getByLabel('To be posted on').fill('2036-02-03T04:05')
    await page.getByRole('button', { name: 'Save' }).click()
    await entry.getByText('3 Feb 2036').waitFor()
    await entry.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the thread' }).click()
    await page.getByText('Nothing is scheduled.').waitFor()
    await becomes(threads, [])

    // what was planned without an answer is not posted a second time at its time
    await write(page)
    await textOf(page).fill('Now, after all')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByLabel('To be posted on').fill('2035-01-01T10:00')
    await page.route('**/api/rookery/v1/scheduled_threads', loseAnswer, { times: 1 })
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('alert').getByText('The server does not answer').waitFor()
    assert.equal((await threads()).length, 1)
    await page.getByRole('button', { name: 'Post it at once' }).click()
    await post(page)
    await posted(page)
    assert.deepEqual([(await ownPosts(scene)).length, await threads()], [1, []])
  },

  async 'what was begun comes back: after a reload, and from the drafts'(scene: Scene) {
    const { page, origin } = scene
    await write(page)
    await textOf(page).fill('Something long enough to be missed')
    await page.reload()
    await write(page)
    await becomes(() => textOf(page).inputValue(), 'Something long enough to be missed')
    await page.keyboard.press('Escape')
    await said(page, 'Draft saved.')

    await page.goto(`${origin}/drafts`)
    await page.getByRole('article').getByRole('button', { name: 'Go on' }).click()
    await textOf(page).fill('Something long enough to be posted')
    await post(page)
    await posted(page)
    await page.getByText('No drafts.').waitFor()

    const posts = await ownPosts(scene)
    assert.deepEqual(
      posts.map(({ content }) => content),
      ['<p>Something long enough to be posted</p>'],
    )
  },

  async 'a draft is there once, however it was begun and gone on with'(scene: Scene) {
    const { page, origin, ada } = scene
    const drafts = async () => (await ada.get('/api/rookery/v1/drafts')).json()
    const texts = () => page.locator('.draft-entry .written-text').allInnerTexts()
    await write(page)
    await textOf(page).fill('Something that was saved')
    await page.keyboard.press('Escape')
    await said(page, 'Draft saved.')
    await page.getByRole('button', { name: 'Go on' }).click()
    await textOf(page).fill('Something that was saved and changed')
    // as if the window was closed before it was saved again
    await page.goto(`${origin}/drafts`)
    await page.getByRole('article').first().waitFor()
    await becomes(async () => (await texts()).length, 1)
    await page.getByRole('article').getByRole('button', { name: 'Go on' }).click()
    await becomes(() => textOf(page).inputValue(), 'Something that was saved and changed')

    // closed and opened again while it is being saved
    let answer = () => {}
    let isHeld = false
    const holdFirst = async (route: Route) => {
      // what reads the draft is answered: with nothing left to save there would be no other request
      if (route.request().method() === 'PUT' && !isHeld) {
        isHeld = true
        await new Promise<void>((resolve) => {
          answer = resolve
        })
      }
      await route.continue()
    }
    await page.route('**/api/rookery/v1/drafts/*', holdFirst)
    await textOf(page).fill('Something that was saved and changed again')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('article').getByRole('button', { name: 'Go on' }).click()
    await textOf(page).fill('Something that was changed twice')
    await until(() => isHeld, 'the first is on its way')
    answer()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await until(
      async () => (await drafts())[0]?.posts[0].text === 'Something that was changed twice',
    )
    assert.equal((await drafts()).length, 1)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await becomes(async () => (await texts()).length, 1)
  },

  async 'a lost answer, a race with sending and a lost network make no second draft'(scene: Scene) {
    const { page, origin, ada } = scene
    const drafts = async () => (await ada.get('/api/rookery/v1/drafts')).json()
    await write(page)
    // from before the first key: it may be saved by itself before the window is closed, and then again
    await page.route('**/api/rookery/v1/drafts', loseAnswer)
    await textOf(page).fill('Kept here and there')
    await page.keyboard.press('Escape')
    await said(page, 'Your text is kept in this browser.')
    await page.unroute('**/api/rookery/v1/drafts', loseAnswer)
    assert.equal((await drafts()).length, 1)
    await page.goto(`${origin}/drafts`)
    await page.getByRole('article').first().waitFor()
    await becomes(() => page.locator('.draft-entry').count(), 1)
    // the text of this browser goes on, and its draft is the one that is there
    await page.getByRole('article').getByRole('button', { name: 'Go on' }).click()
    await textOf(page).fill('Kept here and there, once')
    await page.keyboard.press('Escape')
    await said(page, 'Draft saved.')
    const [only, ...more] = await drafts()
    assert.deepEqual([only.posts[0].text, more], ['Kept here and there, once', []])

    // without network it is kept here, with network it is the same draft
    await page.getByRole('article').getByRole('button', { name: 'Go on' }).click()
    await textOf(page).waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await textOf(page).fill('Kept here and there, once more')
    await page.keyboard.press('Escape')
    await said(page, 'Your text is kept in this browser.')
    await page.unroute('**/api/**')
    await page.reload()
    await page.getByRole('article').getByRole('button', { name: 'Go on' }).click()
    await becomes(() => textOf(page).inputValue(), 'Kept here and there, once more')
    // its saving goes on while it is posted
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      void page.route(
        '**/api/rookery/v1/drafts/*',
        async (route) => {
          const answered = new Promise<void>((go) => {
            answer = go
          })
          resolve()
          await answered
          await route.continue()
        },
        { times: 1 },
      )
    })
    await textOf(page).press('End')
    await page.keyboard.type('.')
    await asked
    await post(page)
    await until(async () => (await ownPosts(scene)).length === 1)
    answer()
    await posted(page)
    await until(async () => (await drafts()).length === 0)
    await page.reload()
    await page.getByText('No drafts.').waitFor()
    await becomes(() => page.locator('.draft-entry').count(), 0)
  },

  async 'two windows write two posts, and one draft in one window at a time'(scene: Scene) {
    const { page, origin, ada } = scene
    const drafts = async () => (await ada.get('/api/rookery/v1/drafts')).json()
    const other = await page.context().newPage()
    // it waits for the first window as long as that takes
    await other.addInitScript('AbortSignal.timeout = () => new AbortController().signal')
    await other.goto(`${origin}/home`)
    await write(page)
    await textOf(page).fill('Written in the first window')
    await write(other)
    await becomes(() => textOf(other).inputValue(), '')
    await textOf(other).fill('Written in the second window')
    await other.keyboard.press('Escape')
    await said(other, 'Draft saved.')
    await page.keyboard.press('Escape')
    await said(page, 'Draft saved.')
    assert.equal((await drafts()).length, 2)

    await page.getByRole('button', { name: 'Go on' }).click()
    await textOf(page).fill('Written in the first window, and changed')
    await other.goto(`${origin}/drafts`)
    const entry = other.getByRole('article').filter({ hasText: 'first window' })
    await entry.getByRole('button', { name: 'Go on' }).click()
    await becomes(() => textOf(other).inputValue(), 'Written in the first window, and changed')
    await said(page, 'You go on writing in another window.')
    await becomes(() => page.getByRole('dialog').count(), 0)
    await textOf(other).fill('Finished in the second window')
    await post(other)
    await posted(other)

    await until(async () => (await drafts()).length === 1)
    await page.reload()
    await write(page)
    await becomes(() => textOf(page).inputValue(), '')
  },

  async 'the composer goes on in a window of its own, which tells what it sent'(scene: Scene) {
    const { page, bob, origin } = scene
    const asked = await bob.publish('Who watches the rooks?')
    await page.goto(`${origin}/@bob/${asked.id}`)
    const opener = page.getByRole('button', { name: 'Write in a window of its own' })
    const reply = () =>
      page.getByRole('article').getByRole('button', { name: 'Reply' }).first().click()
    await reply()
    await page.evaluate('window.open = () => null')
    await textOf(page).fill('@bob I do')
    await opener.click()
    await page.getByRole('alert').getByText('did not let the window open').waitFor()
    await becomes(() => textOf(page).inputValue(), '@bob I do')
    await page.reload()
    await reply()
    const opened = page.waitForEvent('popup')
    await opener.click()
    const popup = await opened

    await textOf(popup).waitFor()
    await becomes(() => textOf(popup).inputValue(), '@bob I do')
    await popup.getByRole('heading', { level: 1, name: 'Reply' }).waitFor()
    assert.equal(await popup.getByRole('navigation').count(), 0)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await textOf(popup).fill('@bob I do, all day')
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Reply', exact: true }).click()
    await closed
    await posted(page)
    await page.getByRole('article').getByText('I do, all day').waitFor()
    const [sent] = await ownPosts(scene)
    assert.equal(sent?.in_reply_to_id, asked.id)
  },

  async 'a post is changed where it stands'(scene: Scene) {
    const { page, origin, ada } = scene
    const made = await ada.publish('Befor')
    await page.goto(`${origin}/@${ada.username}/${made.id}`)
    await page.getByRole('article').getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await becomes(() => textOf(page).inputValue(), 'Befor')
    await textOf(page).fill('After')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()

    await page.getByRole('article').getByText('After').waitFor()
  },

  async 'without network it waits, and goes by itself'(scene: Scene) {
    if (noNetwork) return scene.skip(noNetwork)
    const { page } = scene
    await write(page)
    await textOf(page).fill('From the moor')
    await page.context().setOffline(true)
    await post(page)
    await page.getByText('It is posted as soon as you are back.').waitFor()
    await page.context().setOffline(false)
    await posted(page)

    assert.equal((await ownPosts(scene)).length, 1)
  },

  async 'without a server it is written, kept and sent when one asks for it again'(scene: Scene) {
    const { page } = scene
    await composerThere(page)
    await page.route('**/*', (route) => route.abort())
    await page.keyboard.press('n')
    await textOf(page).fill('From the tunnel')
    await post(page)
    await page.getByRole('alert').getByText('The server does not answer').waitFor()
    await becomes(() => textOf(page).inputValue(), 'From the tunnel')
    await page.unroute('**/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await posted(page)

    assert.equal((await ownPosts(scene)).length, 1)
  },

  async 'a browser that only takes itself for offline posts at once'(scene: Scene) {
    const { page } = scene
    // as Chromium does on a machine whose only server is its own
    await page.addInitScript(`Object.defineProperty(navigator, 'onLine', { get: () => false })`)
    await write(page)
    await textOf(page).fill('From the cellar')
    await post(page)
    await posted(page)

    assert.equal(await page.getByText('You are offline').count(), 0)
    assert.equal((await ownPosts(scene)).length, 1)
  },

  async 'what another program shares is in the text'({ page, origin }: Scene) {
    await page.goto(`${origin}/share?title=Rooks&text=Look&url=https%3A%2F%2Frooks.example%2F1`)
    await textOf(page).waitFor()
    await becomes(() => textOf(page).inputValue(), 'Rooks\n\nLook\n\nhttps://rooks.example/1')
  },
})
