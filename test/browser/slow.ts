import type { RequestListener, Server } from 'node:http'
import type { BrowserContext } from 'playwright-core'

/**
 * How many times slower the processor is for each page: for finding tests that look too early. Chromium does it by
 * work that is thrown away, so every open page keeps a core busy.
 */
const PAGES = Number(process.env.TEST_SLOW_PAGES ?? 1)
/** ms by which each answer to a browser comes later */
const ANSWERS = Number(process.env.TEST_SLOW_ANSWERS ?? 0)

/** Slows all pages of a browser down, where that is asked for. */
export function slowPages(context: BrowserContext): void {
  if (PAGES <= 1) return
  context.on('page', async (page) => {
    try {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: PAGES })
    } catch (error) {
      if (!page.isClosed()) throw error
    }
  })
}

/** Lets a server begin each answer later, where that is asked for. */
export function slowAnswers(server: Server): void {
  if (ANSWERS <= 0) return
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    setTimeout(() => {
      for (const listener of listeners) listener.call(server, request, response)
    }, ANSWERS)
  })
}
