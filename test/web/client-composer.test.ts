import assert from 'node:assert/strict'
import sharp from 'sharp'
import {
  ownPosts,
  post,
  posted,
  type Scene,
  tellStories,
  textOf,
  write,
} from './composer-stories.ts'

async function picture(name: string) {
  const plain = { width: 64, height: 48, channels: 3 as const, background: '#358' }
  const buffer = await sharp({ create: plain }).png().toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Returns where the cursor stands at once after it. */
const PRESS_ENTER = `(() => {
  const field = document.activeElement
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  return field.selectionStart
})()`

tellStories('writing in a browser', {
  async 'a post is sent once, however often the answer is lost'(scene: Scene) {
    const { page } = scene
    await write(page)
    await textOf(page).fill('Once and for all')
    let lost = 0
    await page.route('**/api/v1/statuses', async (route) => {
      if (route.request().method() === 'POST' && lost++ < 2) {
        await route.fetch()
        return route.abort()
      }
      return route.continue()
    })

    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('The server does not answer').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').getByText('The server does not answer').waitFor()
    await textOf(page).fill('Once and for all, with a word more')
    await page.getByRole('button', { name: 'Try again' }).click()
    await posted(page)

    await page.getByRole('article').getByText('with a word more').waitFor()
    const posts = await ownPosts(scene)
    assert.deepEqual(
      posts.map(({ content }) => content),
      ['<p>Once and for all, with a word more</p>'],
    )
  },

  async 'a picture is uploaded, described and posted'(scene: Scene) {
    const { page } = scene
    await write(page)
    await page.getByLabel('Files to add').setInputFiles([await picture('rook.png')])
    await page.getByRole('button', { name: 'Add a description of rook.png' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('A rook on a fence')
    await page.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('button', { name: 'Change the description: A rook on a fence of rook.png' })
      .waitFor()
    await post(page)
    await posted(page)

    const [{ media_attachments: media = [] } = {}] = await ownPosts(scene)
    assert.deepEqual(
      media.map(({ description }) => description),
      ['A rook on a fence'],
    )
  },

  async 'what cannot be uploaded is said before; what fails can be tried again'({ page }: Scene) {
    await write(page)
    await page
      .getByLabel('Files to add')
      .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }])
    await page.getByRole('alert').getByText('notes.txt: this server takes JPEG, PNG').waitFor()
    await page.route('**/api/v2/media', (route) => route.abort(), { times: 1 })
    await page.getByLabel('Files to add').setInputFiles([await picture('one.png')])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Add a description of one.png' }).click()
    await page.getByRole('button', { name: 'Crop or rotate' }).click()
    await page.getByRole('button', { name: 'Turn left' }).click()
    await page.getByRole('button', { name: /^Top left corner/ }).press('ArrowRight')
    const uploaded = page.waitForRequest((request) => request.url().endsWith('/api/v2/media'))
    await page.getByRole('button', { name: 'Use it like this' }).click()
    await uploaded
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Remove one.png' }).click()
    assert.equal(await page.getByRole('list', { name: 'Files of the post' }).count(), 0)
  },

  async 'accounts, hashtags and emoji are completed by keyboard'(scene: Scene) {
    const { page } = scene
    await write(page)
    const text = textOf(page)
    await text.pressSequentially('Hello @bo')
    await page.getByRole('option', { name: '@bob' }).waitFor()
    // whatever is typed next comes right behind it, however fast
    assert.equal(await page.evaluate(PRESS_ENTER), 'Hello @bob '.length)
    await text.pressSequentially('see :roo')
    await page.getByRole('option', { name: 'rooster' }).waitFor()
    await text.press('ArrowDown')
    await text.press('ArrowUp')
    await text.press('Tab')
    await text.pressSequentially('and @bob')
    await page.getByRole('option', { name: '@bob' }).waitFor()
    await text.press('Escape')

    assert.equal(await text.inputValue(), 'Hello @bob see 🐓 and @bob')
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('searchbox', { name: 'Search for an emoji' }).fill('tada')
    await page.keyboard.press('Enter')
    assert.equal(await text.inputValue(), 'Hello @bob see 🐓 and @bob🎉')
  },

  async 'a reply takes over whom, how and in what language it answers'(scene: Scene) {
    const { page, origin, ada, bob } = scene
    const asked = await bob.publish(`@${ada.username} @nobody where is it?`, {
      visibility: 'unlisted',
      spoiler_text: 'birds',
      language: 'de',
    })
    await page.goto(`${origin}/@bob/${asked.id}`)
    await page.getByRole('article').getByRole('button', { name: 'Reply' }).first().click()

    assert.equal(await textOf(page).inputValue(), '@bob ')
    assert.equal(
      await page.getByLabel('Content warning', { exact: true }).first().inputValue(),
      'birds',
    )
    await page.getByRole('button', { name: 'Who can see it: Quiet public' }).waitFor()
    await page.getByRole('button', { name: 'Language: German' }).waitFor()
    await textOf(page).fill('@bob In the attic')
    await page.getByRole('dialog').getByRole('button', { name: 'Reply' }).click()
    await posted(page)

    await page.getByRole('article').nth(1).getByText('birds').waitFor()
    const [reply] = await ownPosts(scene)
    assert.partialDeepStrictEqual(reply, {
      in_reply_to_id: asked.id,
      visibility: 'unlisted',
      spoiler_text: 'birds',
      language: 'de',
    })
  },

  async 'a thread of three goes on where it failed'(scene: Scene) {
    const { page } = scene
    await write(page)
    await textOf(page).fill('First')
    await page.getByRole('button', { name: 'Add another post' }).click()
    await page.getByLabel('Text of post 2').fill('Second')
    await page.getByRole('button', { name: 'Add another post' }).click()
    await page.getByLabel('Text of post 3').fill('Third')
    let sent = 0
    await page.route('**/api/v1/statuses', async (route) => {
      if (route.request().method() !== 'POST' || ++sent !== 2) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Post all' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await posted(page)

    const posts = (await ownPosts(scene)).reverse()
    assert.deepEqual(
      posts.map(({ content }) => content),
      ['<p>First</p>', '<p>Second</p>', '<p>Third</p>'],
    )
    assert.deepEqual(
      posts.map(({ in_reply_to_id }) => in_reply_to_id),
      [null, posts[0]?.id, posts[1]?.id],
    )
  },

  async 'a poll is asked'(scene: Scene) {
    const { page } = scene
    await write(page)
    await textOf(page).fill('Rook or crow?')
    await page.getByRole('button', { name: 'Poll', exact: true }).click()
    await page.getByLabel('Answer 1').fill('Rook')
    await post(page)
    await page.getByRole('alert').getByText('A poll needs two answers at least.').waitFor()
    await page.getByLabel('Answer 2').fill('Crow')
    await page.getByLabel('Several answers may be chosen').check()
    await page.getByLabel('Ends after').selectOption('3 days')
    await post(page)
    await posted(page)

    const [{ poll } = {}] = await ownPosts(scene)
    assert.partialDeepStrictEqual(poll, {
      multiple: true,
      options: [{ title: 'Rook' }, { title: 'Crow' }],
    })
  },
})
