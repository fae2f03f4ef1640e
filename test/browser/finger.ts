import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

type Point = readonly [x: number, y: number]

/** One finger on the screen of a phone, in px of the window. */
export interface Finger {
  touch(x: number, y: number): Promise<void>
  move(x: number, y: number): Promise<void>
  lift(): Promise<void>
  swipe(from: Point, to: Point): Promise<void>
  /** as when the system takes it for itself */
  cancel(): Promise<void>
  /** lies there as long as a long press does, where nothing shall come of it */
  rest(x: number, y: number): Promise<void>
  /** lies there until something is there, and is lifted */
  hold(x: number, y: number, until: Locator): Promise<void>
  holdOn(what: Locator, until: Locator): Promise<void>
}

/** ms: longer than any press that is short */
const LONG = 800
const STEPS = 6

/**
 * For pages that are touched: a press is a long one where a finger holds or rests, and else never, though a busy machine
 * may need as long from one touch to the next. The client waits 450 ms, and the browser tells of a long press by itself.
 */
export const LONG_WHERE_HELD = `{
  const { setTimeout } = globalThis
  globalThis.setTimeout = (run, ms, ...more) =>
    setTimeout(run, ms === 450 && !globalThis.isHeld ? 90_000 : ms, ...more)
  const refuse = (event) => {
    if (globalThis.isHeld) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('contextmenu', refuse, { capture: true })
}`

/** Touches as the screen tells them, so that the browser scrolls and clicks by them, too. */
export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y]) => ({ x, y })),
    })
  const touch = async (x: number, y: number) => void (await send('touchStart', [[x, y]]))
  const move = async (x: number, y: number) => void (await send('touchMove', [[x, y]]))
  const lift = async () => void (await send('touchEnd', []))
  const holds = (isHeld: boolean) => page.evaluate(`globalThis.isHeld = ${isHeld}`)
  const rest = async (x: number, y: number) => {
    await holds(true)
    await touch(x, y)
    await page.waitForTimeout(LONG)
    await holds(false)
  }
  const hold = async (x: number, y: number, until: Locator) => {
    await holds(true)
    await touch(x, y)
    await until.waitFor()
    await lift()
    await holds(false)
  }
  return {
    touch,
    move,
    lift,
    cancel: async () => void (await send('touchCancel', [])),
    rest,
    hold,
    async swipe(from, to) {
      await touch(...from)
      for (let step = 1; step <= STEPS; step++) {
        const part = step / STEPS
        await move(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part)
      }
      await lift()
    },
    async holdOn(what, until) {
      await what.scrollIntoViewIfNeeded()
      const box = await what.boundingBox()
      assert.ok(box)
      await hold(box.x + box.width / 2, box.y + box.height / 2, until)
    },
  }
}

/** Records fingers, clicks and addresses, which tell why a swipe was taken wrongly: it was seen once. */
export async function touchesHeard(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(`{
    globalThis.heard = []
    const hear = ({ type, changedTouches, target }) => {
      const { clientX, clientY } = changedTouches?.[0] ?? {}
      heard.push([type, clientX, clientY, target.nodeName ?? 'window', innerWidth, location.search].join(' '))
    }
    for (const type of ['touchstart', 'touchend', 'touchcancel', 'click', 'popstate', 'pagehide'])
      addEventListener(type, hear, { capture: true, passive: true })
  }`)
  return () => page.evaluate<string>(`(globalThis.heard ?? ['another document']).join('; ')`)
}
