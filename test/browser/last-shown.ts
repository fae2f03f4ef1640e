import { afterEach } from 'node:test'
import type { BrowserContext, Page, Request } from 'playwright-core'

/** Words of the pages of the test that runs. */
const told: string[] = []
/** pages that somebody may look at */
const open = new Set<Page>()

/** characters of a page, and of a word from it */
const MOST = { page: 1500, word: 300 }
/** a story looks at many pages, and the last ones tell what is wrong */
const WORDS = 30
/** ms: a page that hangs shows nothing */
const PATIENCE = 3000

const tell = (word: string): void => {
  told.push(word.slice(0, MOST.page))
  if (told.length > WORDS) told.shift()
}

// where a test waited in vain does not say what was there instead
afterEach(async (context) => {
  const error = 'error' in context ? thrownBy(context.error) : null
  if (error !== null) {
    await Promise.all([...open].map(tellShown))
    // its stack is what is printed of an error
    if (told.length > 0) error.stack += `\nIts pages said last:\n${told.join('\n')}`
  }
  told.length = 0
})

/** The error that a test threw itself; null: a test within it failed, or none. */
function thrownBy(failure: unknown): Error | null {
  const { cause, failureType } = (failure ?? {}) as { cause?: unknown; failureType?: string }
  if (failureType === 'subtestsFailed') return null
  const first = cause instanceof SuppressedError ? cause.suppressed : cause
  return first instanceof Error ? first : null
}

/** Lets a test that fails say what the pages of a browser told and showed last. */
export function rememberShown(context: BrowserContext): void {
  context.on('page', (page) => {
    open.add(page)
    page.once('close', () => open.delete(page))
    page.on('pageerror', (error) => tell(`  error: ${String(error.stack).slice(0, MOST.word)}`))
    page.on('console', (message) => {
      const isBad = message.type() === 'error' || message.type() === 'warning'
      if (isBad) tell(`  console: ${message.text().slice(0, MOST.word)}`)
    })
    page.on('requestfinished', (request) => tellDeed(request, 'answered'))
    page.on('requestfailed', (request) => tellDeed(request, 'not answered'))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) tell(`  at: ${frame.url().slice(0, MOST.word)}`)
    })
  })
  const close = context.close.bind(context)
  context.close = async (options) => {
    await Promise.all(context.pages().map(tellShown))
    await close(options)
  }
}

/** Tells that a page asked for something to be done, once that is answered. */
function tellDeed(request: Request, how: string): void {
  if (request.method() === 'GET') return
  const body = request.postData() ?? ''
  tell(`  ${request.method()} ${request.url()} ${body.slice(0, MOST.word)} was ${how}`)
}

/** The words of a page, without those of its choices, and what the browser keeps for it. */
const SHOWN = `[...document.querySelectorAll('select')].reduce(
  (text, { innerText }) => text.replace(innerText, '…'),
  document.body.innerText,
) + ' | kept: ' + JSON.stringify({ ...localStorage })`

async function tellShown(page: Page): Promise<void> {
  open.delete(page)
  const text = page.evaluate<string>(SHOWN).catch(String)
  const late = new Promise<string>((done) => setTimeout(done, PATIENCE, 'it hangs').unref())
  const shown = (await Promise.race([text, late])).split(/\s*\n\s*/).join(' | ')
  tell(`  shown at ${page.url()}: ${shown}`)
}
