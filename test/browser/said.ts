import type { BrowserContext, Page } from 'playwright-core'
import { until } from '../support/in-time.ts'

/** Keeps in every page of a browser what it says for seconds only: a test may be held up for longer than that. */
export async function keepSaid(context: BrowserContext): Promise<void> {
  await context.addInitScript(KEEP_SAID)
}

const KEEP_SAID = `{
  const kept = globalThis.saidHere = []
  const keep = (node) => {
    if (!(node instanceof Element)) return
    const toasts = node.matches('.toast') ? [node] : node.querySelectorAll('.toast')
    for (const toast of toasts) kept.push(toast.querySelector('p')?.textContent ?? '')
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(keep)
  }).observe(document, { childList: true, subtree: true })
}`

/** Waits until a page has said something at its edge since it was loaded, and takes it as heard. */
export function said(page: Page, words: string): Promise<void> {
  const hear = `{
    const at = saidHere.findIndex((one) => one.includes(${JSON.stringify(words)}))
    saidHere.splice(0, at + 1).length > 0
  }`
  return until(() => page.evaluate<boolean>(hear), `the page says: ${words}`)
}

/**
 * Makes a patience of the client longer, which is known by its length: what comes of its end would else depend on how
 * fast the machine is. For a page that is there, or before there is one.
 */
export const patient = (ms: number): string => `{
  const { setTimeout } = globalThis
  globalThis.setTimeout = (run, time, ...more) =>
    setTimeout(run, time === ${ms} ? ${LONG} : time, ...more)
}`

/** ms */
const LONG = 90_000
