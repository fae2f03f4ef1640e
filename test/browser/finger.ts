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
  const rest = async (x: number, y: number) => {
    await touch(x, y)
    await page.waitForTimeout(LONG)
  }
  const hold = async (x: number, y: number, until: Locator) => {
    await touch(x, y)
    await until.waitFor()
    await lift()
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
