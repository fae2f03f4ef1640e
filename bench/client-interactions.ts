import type { Page } from 'playwright-core'

/** times that each is done; the first one may have to load what it shows */
const TIMES = 6
/** how many times slower the processor is made, as of a phone */
const SLOWER = 4
/** ms: it measures in steps of 8, and tells of nothing shorter */
const LEAST = 16
/** ms between two, so that none waits for the one before */
const BETWEEN = 700

/** Collects the durations of interactions, as browsers report them for INP: from the input to the next paint. */
const COLLECT = `
  globalThis.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
    }
  }).observe({ type: 'event', durationThreshold: ${LEAST} })
`

interface Interaction {
  what: string
  run: (page: Page) => Promise<void>
  /** back to where it began; not measured */
  after?: (page: Page) => Promise<void>
}

/** A button of a post in the middle of the window, which is neither covered nor half outside. */
const press = (name: string) => async (page: Page) => {
  const found = await page.evaluate<{ x: number; y: number } | null>(`(() => {
    for (const button of document.querySelectorAll('.feed article [data-key="${name}"]')) {
      const { x, y, width, height } = button.getBoundingClientRect()
      if (y > 200 && y < innerHeight - 200 && width > 0) return { x: x + width / 2, y: y + height / 2 }
    }
    return null
  })()`)
  if (found === null) throw new Error(`No post in the window has a button “${name}”`)
  await page.mouse.click(found.x, found.y)
}

const leave = (page: Page) => page.keyboard.press('Escape')
const back = async (page: Page) => {
  await page.goBack()
  await page.locator('.feed article').first().waitFor()
}

const INTERACTIONS: Interaction[] = [
  { what: 'favourite a post', run: press('favourite') },
  { what: 'bookmark a post', run: press('bookmark') },
  { what: 'open the menu of a post', run: press('more'), after: leave },
  { what: 'open the menu of boosts', run: press('boost'), after: leave },
  { what: 'go to the next post by key', run: (page) => page.keyboard.press('j') },
  { what: 'open a post', run: press('open'), after: back },
  { what: 'begin a post by key', run: (page) => page.keyboard.press('n'), after: leave },
]

/**
 * Does on a timeline what people do, on a processor as slow as a phone's, and reads how long they wait for the next
 * paint.
 * @param page a timeline of which much was read
 * @returns lines of a report
 */
export async function measureInteractions(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(COLLECT)
  const all: number[] = []
  const lines: string[] = []
  for (const { what, run, after } of INTERACTIONS) {
    const times: number[] = []
    for (let n = 0; n < TIMES; n++) {
      await page.waitForTimeout(BETWEEN)
      await page.evaluate('interactions.clear()')
      await run(page)
      await page.waitForTimeout(BETWEEN)
      times.push(await page.evaluate<number>(`Math.max(${LEAST}, ...interactions.values())`))
      await after?.(page)
    }
    all.push(...times)
    const [first, ...others] = times
    lines.push(`${what}: first ${first} ms, then ${others.join(', ')}`)
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  all.sort((a, b) => b - a)
  return [
    `input to next paint, processor ${SLOWER} times slower: worst of ${all.length} ${all[0]} ms, 9 of 10 within ${all[Math.floor(all.length / 10)]} ms (aim 100)`,
    ...lines,
  ]
}
