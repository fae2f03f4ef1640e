import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../support/in-time.ts'
import type { TestServer } from '../support/server.ts'
import { becomes, noBrowser } from './browser.ts'
import { composerThere, settled } from './client-pages.ts'
import { clientStories, focused } from './client-stories.ts'

const { story, tell, enter, open, origin } = clientStories()

story(
  'posts are stepped through, and keys press what is marked in the one with the focus',
  async () => {
    const page = await enter('/home')
    await page.evaluate(`for (const post of document.querySelectorAll('article[data-status]')) {
    const control = document.createElement('button')
    control.dataset.key = 'favourite'
    control.onclick = () => { post.dataset.pressed = 'yes' }
    post.querySelector('[data-key=favourite]')?.remove()
    post.append(control)
  }`)
    const at = () => page.evaluate('document.activeElement.closest("article")?.innerText')

    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    await becomes(() => at(), /Post 10/)
    await page.keyboard.press('f')
    await becomes(() => page.locator('[data-pressed]').count(), 1)
    await becomes(() => page.locator('[data-pressed]').innerText(), /Post 10/)

    for (let times = 0; times < 9; times += 1) await page.keyboard.press('j')
    await until(async () => {
      const box = await page.locator('article:focus').boundingBox()
      return box !== null && box.y >= 56 && box.y + box.height <= 720
    }, 'the post with the focus is in sight')
    await page.keyboard.press('0')
    await becomes(() => at(), /Post 11/)
  },
)

story('keys lead to pages, and a sheet says what can be pressed', async () => {
  const page = await enter('/home')
  // two keys that belong together are so however long the machine takes for the second
  await page.evaluate(`Object.defineProperty(Event.prototype, 'timeStamp', { value: 0 })`)

  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.waitForURL(`${origin()}/blocks`)
  await settled({ page })
  await page.keyboard.press('Backspace')
  await page.waitForURL(`${origin()}/home`)
  await settled({ page })

  const more = page.locator('.side').getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Next post').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  assert.equal(new URL(page.url()).pathname, '/home', 'what lies above the page has the keys')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await becomes(() => focused(page), 'More')

  await page.keyboard.press('/')
  await page.keyboard.type('gn?j')
  await becomes(() => page.locator('input[type=search]').inputValue(), 'gn?j')
  assert.equal(await page.getByRole('dialog').count(), 0)
})

story(
  'S-783 a window above the page holds focus and pointer, and gives the focus back',
  async () => {
    const page = await enter('/home')
    const isWithin = () =>
      page.evaluate<boolean>('document.activeElement.closest("dialog[open]") !== null')
    const more = page.locator('.side').getByRole('button', { name: 'More', exact: true })
    await more.focus()
    await page.keyboard.press('n')
    const composer = page.getByRole('dialog', { name: 'New post' })
    await composer.getByRole('textbox').first().waitFor()
    const controls = () => composer.locator('button:enabled, textarea, select, input').count()
    const seen = new Set<string>()

    for (const key of ['Tab', 'Shift+Tab']) {
      for (let times = 0; times < (await controls()) + 4; times += 1) {
        await page.keyboard.press(key)
        assert.ok(await isWithin(), `${key} ${times}: ${await focused(page)}`)
        seen.add(await focused(page))
      }
    }
    assert.ok(seen.has('Close') && seen.size > 4, [...seen].join(', '))

    const text = composer.getByRole('textbox').first()
    await text.fill('Hello')
    await page.evaluate('document.querySelector("main h1").focus()')
    await page.keyboard.type(' dear all')
    assert.equal(await text.inputValue(), 'Hello dear all', 'the page behind takes no focus')
    assert.equal(await page.getByRole('link', { name: 'Bookmarks' }).count(), 0, 'it is hidden')
    await page.mouse.click(40, 200)
    assert.equal(new URL(page.url()).pathname, '/home', 'a press beside it reaches nothing')

    const emoji = composer.getByRole('button', { name: 'Emoji', exact: true })
    await emoji.click()
    await becomes(() => emoji.getAttribute('aria-expanded'), 'true')
    await page.keyboard.press('Escape')
    await becomes(() => emoji.getAttribute('aria-expanded'), 'false')
    assert.equal(await composer.count(), 1, 'Escape closes the uppermost alone')
    await page.keyboard.press('Escape')
    await composer.waitFor({ state: 'detached' })
    await becomes(() => focused(page), 'More')
    await becomes(() => page.getByRole('link', { name: 'Bookmarks' }).count(), 1)
  },
)

story('a window leaves films their controls, and searches the Escape key', async () => {
  const page = await enter('/home')
  await page.keyboard.press('j')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'React with an emoji' }).click()
  const dialog = page.getByRole('dialog', { name: 'React with an emoji' })
  const search = dialog.getByRole('searchbox')
  await search.fill('cat')
  await page.keyboard.press('Escape')
  assert.equal(await search.inputValue(), '')

  await page.evaluate(`{
    const film = Object.assign(document.createElement('video'), { controls: true })
    document.querySelector('dialog[open]').append(film)
    film.focus()
    addEventListener('keydown', ({ defaultPrevented }) => { globalThis.isTaken = defaultPrevented })
  }`)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('isTaken'), false, 'its own buttons come next')
  await until(async () => {
    await page.keyboard.press('Tab')
    return (await focused(page)) === 'Close'
  }, 'the Tab key goes around')
  await page.keyboard.press('Control+a')
  assert.doesNotMatch(await page.evaluate<string>('getSelection().toString()'), /Bookmarks/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

story(
  'of two windows the upper one covers the page, also where the lower one closes first',
  async () => {
    const page = await enter('/home')
    await page.keyboard.press('j')
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Delete and write anew' }).click()
    const question = page.getByRole('dialog', { name: 'Delete and write anew?' })
    await question.getByRole('button', { name: 'Delete', exact: false }).last().click()
    const composer = page.getByRole('dialog', { name: 'New post' })
    await composer.getByRole('textbox').first().waitFor()
    await question.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('link', { name: 'Bookmarks' }).count(), 0)

    await page.evaluate(`{
    const late = document.createElement('nav')
    late.id = 'late'
    document.querySelector('.frame').after(late)
  }`)
    await becomes(() => page.locator('#late').getAttribute('aria-hidden'), 'true')
    const close = composer.getByRole('button', { name: 'Close' })
    await close.focus()
    await page.evaluate(`{
    document.activeElement.disabled = true
    document.querySelector('main h1').focus()
  }`)
    assert.equal(
      await page.evaluate('document.activeElement.closest("dialog[open]") !== null'),
      true,
    )
    const chosen = () => page.evaluate<string>('getSelection().toString()')
    await composer.getByRole('button', { name: 'Poll' }).focus()
    for (const key of ['a', 'A', 'KeyA']) {
      await page.evaluate('getSelection().removeAllRanges()')
      await page.keyboard.press(`Control+${key}`)
      await becomes(chosen, /New post/)
      assert.doesNotMatch(await chosen(), /Bookmarks/)
    }
  },
)

story('S-784 a menu opens without new styles for the page behind it', async () => {
  const page = await enter('/home')
  const tracing = page.context().browser()!
  // its styles come while the browser is idle, and are new for the whole page
  await composerThere(page)
  const elements = await page.evaluate<number>('document.querySelectorAll("*").length')
  await page.keyboard.press('j')
  await tracing.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'],
  })

  await page.keyboard.press('b')
  await page.getByRole('menuitem').first().waitFor()

  const { traceEvents } = JSON.parse(String(await tracing.stopTracing()))
  const styled = traceEvents
    .filter(({ name }: { name: string }) => name === 'UpdateLayoutTree')
    .map(({ args }: { args: { elementCount?: number } }) => args.elementCount ?? 0)
  const most = Math.max(...styled)
  assert.ok(most > 0 && most < elements / 4, `${most} of ${elements} elements`)
})

story('single keys can be switched off, which stays', async () => {
  const page = await enter('/preferences', {}, 'keyless')

  await page.getByLabel('Single-key shortcuts').uncheck()
  await page.reload()
  await settled({ page })
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')

  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.waitForURL(`${origin()}/search`)
  await page.locator('input[type=search]:focus').waitFor()
})

story('the focus goes from the way past the side to the ways, and on to the page', async () => {
  const page = await enter('/home')
  const seen: string[] = []

  for (let times = 0; times < 24; times += 1) {
    await page.keyboard.press('Tab')
    seen.push(
      await page.evaluate<string>(`(() => {
        const at = document.activeElement
        return at.closest('article') ? 'post' : at.closest('.side-foot') ? 'account' : at.textContent.trim().replace(/^[0-9]+/, '')
      })()`),
    )
  }

  assert.equal(seen[0], 'Skip to the content')
  const order = ['Home', 'Notifications', 'Preferences', 'More', 'New post', 'account', 'post']
  const places = order.map((name) => seen.findIndex((one) => one.startsWith(name)))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
    seen.join(' | '),
  )
  assert.ok(
    places.every((place) => place > 0),
    seen.join(' | '),
  )
  await page.keyboard.press('0')
  await page.locator('.skip-link').focus()
  await page.keyboard.press('Enter')
  await becomes(() => page.evaluate('document.activeElement.id'), 'main')
})

test('the keyboard in the client', { skip: noBrowser }, async (context) => {
  await using _ = await open(seed)
  await tell(context)
})

async function seed(server: TestServer): Promise<void> {
  const alice = await server.signUp('alice', { role: 'Owner' })
  for (let index = 0; index < 12; index += 1) await alice.publish(`Post ${index}`)
  await server.signUp('keyless')
}
