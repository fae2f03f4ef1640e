import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { startGifSite } from '../support/gif-provider.ts'
import { until } from '../support/in-time.ts'
import { becomes, becomesTrue } from './browser.ts'
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

/** The list stands whole in a small window, wherever in a line the caret is. */
async function inWindow(page: Page, text: Locator, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  for (const before of ['', 'x'.repeat(12), 'x'.repeat(24), `${'line\n'.repeat(12)}and more `]) {
    await text.fill(`${before} `)
    await text.pressSequentially(':roo')
    const list = page.getByRole('listbox')
    await list.waitFor()
    await until(async () => {
      const box = await list.boundingBox()
      if (box === null || box.x < 0 || box.y < 0) return false
      return box.x + box.width <= size.width && box.y + box.height <= size.height
    })
    await text.press('Escape')
    await list.waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 900, height: 500 })
}

/** Returns where the cursor stands at once after it. */
const PRESS_ENTER = `(() => {
  const field = document.activeElement
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  return field.selectionStart
})()`

const gifSite = await startGifSite()
after(() => gifSite[Symbol.asyncDispose]())
const gifs = { provider: 'klipy' as const, url: gifSite.url, key: 'key' }

tellStories(
  'writing in a browser',
  {
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

    async 'who posts pictures without words is reminded of which, and comes to the field'(
      scene: Scene,
    ) {
      const { page } = scene
      await page.addInitScript(`window.TextDetector = class {
      async detect(bitmap) {
        const line = (rawValue, top) => ({ rawValue, boundingBox: { top, left: 0 } })
        return [line('are loud', 20), line(\`Rooks of \${bitmap.width} px\`, 2)]
      }
    }`)
      await page.reload()
      await write(page)
      const files = await Promise.all(['sea.png', 'sky.png', 'sun.png'].map(picture))
      await page.getByLabel('Files to add').setInputFiles(files)
      await page.getByRole('button', { name: 'Add a description of sky.png' }).click()
      await page.getByRole('textbox', { name: 'Description' }).fill('A sky')
      await page.getByRole('button', { name: 'Done' }).click()
      await post(page)
      await page.getByRole('heading', { name: '2 files have no description' }).waitFor()
      await page.getByText('Missing for sea.png and sun.png.').waitFor()
      await page.getByRole('button', { name: 'Add a description', exact: true }).click()

      const field = page.getByRole('textbox', { name: 'Description' })
      await field.waitFor()
      await becomes(() => page.evaluate('document.activeElement.name'), 'description')
      await page.keyboard.type('A sea.')
      await page.getByRole('button', { name: 'Read the text in the picture' }).click()
      await becomesTrue(
        page,
        `document.querySelector('textarea[name=description]').value.includes('loud')`,
      )
      await becomes(() => field.inputValue(), 'A sea.\nRooks of 64 px\nare loud')
      await page.getByRole('button', { name: 'Done' }).click()
      await post(page)
      await page.getByRole('heading', { name: '1 file has no description' }).waitFor()
      await page.getByRole('button', { name: 'Post it without' }).click()
      await posted(page)
      const [{ media_attachments: media = [] } = {}] = await ownPosts(scene)
      assert.deepEqual(
        // a form sends lines as mails have them
        media.map(({ description }) => description?.replaceAll('\r', '') ?? null),
        ['A sea.\nRooks of 64 px\nare loud', 'A sky', null],
      )
    },

    async 'a GIF is searched through the server, and posted with words of one’s own'(scene: Scene) {
      const { page, origin } = scene
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) {
          elsewhere.push(request.url())
        }
      })
      await write(page)
      await page.getByRole('button', { name: 'Add a GIF' }).click()
      await page.getByRole('searchbox', { name: 'Search KLIPY for a GIF' }).fill('rook')
      await page.keyboard.press('Enter')
      await page.getByText('2 GIFs found').waitFor()
      await page.getByText('Powered by KLIPY').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')

      await page.getByRole('button', { name: 'Change the description: A rook hops of GIF' }).click()
      await page.getByRole('textbox', { name: 'Description' }).fill('My rook hops')
      await until(async () => {
        await scene.settle()
        return (await page.getByText('The server prepares it').count()) === 0
      })
      await page.getByRole('button', { name: 'Done' }).click()
      await post(page)
      await posted(page)
      const [{ media_attachments: media = [] } = {}] = await ownPosts(scene)
      assert.deepEqual(
        media.map(({ description }) => description),
        ['My rook hops'],
      )
      assert.deepEqual(elsewhere, [])
    },

    async 'what cannot be uploaded is said before; what fails can be tried again'({ page }: Scene) {
      await write(page)
      await page
        .getByLabel('Files to add')
        .setInputFiles([
          { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
        ])
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
      await becomes(() => page.getByRole('list', { name: 'Files of the post' }).count(), 0)
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

      await becomes(() => text.inputValue(), 'Hello @bob see 🐓 and @bob')
      await page.getByRole('button', { name: 'Emoji' }).click()
      await page.getByRole('searchbox', { name: 'Search for an emoji' }).fill('tada')
      await page.keyboard.press('Enter')
      await becomes(() => text.inputValue(), 'Hello @bob see 🐓 and @bob🎉')
    },

    async 'emoji of the server come first, at the caret and whole in the window'(scene: Scene) {
      const { page } = scene
      const emoji = (shortcode: string) => ({
        shortcode,
        url: '/assets/logo.svg',
        static_url: '/assets/logo.svg',
        visible_in_picker: true,
        category: null,
      })
      await page.route('**/api/v1/custom_emojis', async (route) => {
        // later than what is known of Unicode
        await page.waitForTimeout(300)
        await route.fulfill({ json: [emoji('rook_fly'), emoji('my_rook')] })
      })
      await page.setViewportSize({ width: 900, height: 500 })
      await write(page)
      const text = textOf(page)
      await text.fill('Hello '.repeat(8))
      await text.pressSequentially(':roo')
      await page.getByRole('option', { name: 'rook_fly' }).waitFor()
      const names = async () => (await page.getByRole('option').allInnerTexts()).slice(0, 2)
      await becomes(names, ['rook_fly', 'my_rook'])

      // from the first letter on, but a face stays a face
      await text.fill('Oh ')
      await text.pressSequentially(':r')
      await page.getByRole('option', { name: 'rook_fly' }).waitFor()
      await text.press('Enter')
      await becomes(() => text.inputValue(), 'Oh :r\n')
      await text.pressSequentially(':r')
      await page.getByRole('option', { name: 'rook_fly' }).waitFor()
      await text.press('ArrowDown')
      await text.press('Enter')
      await becomes(() => text.inputValue(), 'Oh :r\n:rook_fly: ')
      await inWindow(page, text, { width: 320, height: 480 })

      for (const lines of [0, 14]) {
        await text.fill(`${'line\n'.repeat(lines)}Hello `)
        await text.pressSequentially('and hello :roo')
        const list = page.getByRole('listbox')
        await list.waitFor()
        await page.getByRole('option').nth(1).waitFor()
        await until(async () => {
          const box = await list.boundingBox()
          if (box === null || box.x <= 250 || box.x + box.width > 900) return false
          if (box.y < 0 || box.y + box.height > 500) return false
          const top = `document.elementFromPoint(${box.x + 20}, ${box.y + 12}).closest('.suggestions') !== null`
          return page.evaluate<boolean>(top)
        }, `below ${lines} lines the list stands whole at the caret`)
        await text.press('Escape')
        await list.waitFor({ state: 'detached' })
      }
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

      await becomes(() => textOf(page).inputValue(), '@bob ')
      await becomes(
        () => page.getByLabel('Content warning', { exact: true }).first().inputValue(),
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
  },
  { gifs, egressAllow: ['127.0.0.0/8'] },
)
