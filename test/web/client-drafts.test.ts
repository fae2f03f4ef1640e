import assert from 'node:assert/strict'
import { noNetwork } from './browser.ts'
import {
  ownPosts,
  post,
  posted,
  type Scene,
  tellStories,
  textOf,
  write,
} from './composer-stories.ts'

tellStories('what is begun, put off and changed, in a browser', {
  async 'a post waits for its time, gets another and another text, and is deleted'(scene: Scene) {
    const { page, ada } = scene
    await write(page)
    await textOf(page).fill('Later')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByLabel('To be posted on').fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('alert').getByText('at least five minutes from now').waitFor()
    await page.getByLabel('To be posted on').fill('2035-01-01T10:00')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('link', { name: 'Scheduled posts' }).click()

    const entry = page.getByRole('article')
    await entry.getByRole('button', { name: 'Change the time' }).click()
    await page.getByLabel('To be posted on').fill('2036-02-03T04:05')
    await page.getByRole('button', { name: 'Save' }).click()
    await entry.getByText('Feb 3, 2036').waitFor()
    await entry.getByRole('button', { name: 'Edit' }).click()
    await textOf(page).fill('Later still')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await entry.getByText('Later still').waitFor()

    const waiting = await ada.get('/api/v1/scheduled_statuses')
    assert.deepEqual(
      waiting.json().map(({ params }: { params: { text: string } }) => params.text),
      ['Later still'],
    )
    await entry.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the post' }).click()
    await page.getByText('Nothing is scheduled.').waitFor()
  },

  async 'what was begun comes back: after a reload, and from the drafts'(scene: Scene) {
    const { page, origin } = scene
    await write(page)
    await textOf(page).fill('Something long enough to be missed')
    await page.reload()
    await write(page)
    assert.equal(await textOf(page).inputValue(), 'Something long enough to be missed')
    await page.keyboard.press('Escape')
    await page.getByText('Draft saved.').waitFor()

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

  async 'a post is changed where it stands'(scene: Scene) {
    const { page, origin, ada } = scene
    const made = await ada.publish('Befor')
    await page.goto(`${origin}/@${ada.username}/${made.id}`)
    await page.getByRole('article').getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    assert.equal(await textOf(page).inputValue(), 'Befor')
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
    assert.equal(await textOf(page).inputValue(), 'Rooks\n\nLook\n\nhttps://rooks.example/1')
  },
})
