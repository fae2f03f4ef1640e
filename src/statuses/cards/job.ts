import type { App } from '../../app.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import type { NewJob } from '../../transact.ts'
import { describeLink } from './fetch.ts'
import { findCreator, giveCard, saveCard } from './store.ts'

const KIND = 'cards.fetch'
const DAY = 86_400_000
const MINUTE = 60_000
/** how old a preview may be to serve another status */
const FRESH = 14 * DAY

/** The job that looks at a link; one waits for each link. @param runAt ms since 1970 */
export function fetchCardJob(url: string, runAt: number): NewJob & { uniqueKey: string } {
  return { kind: KIND, payload: { url }, uniqueKey: url, runAt: Math.round(runAt) }
}

export const jobs: JobHandlers = {
  [KIND]: {
    concurrency: 4,
    maxAttempts: 4,
    lapses: true,
    run: (app, payload) => fetchCard(app, String(payload.url)),
  },
}

/** Looks at the page behind a link, at most so many of a domain in a minute. */
async function fetchCard(app: App, url: string): Promise<void> {
  const known = await freshCard(app, url)
  if (known !== null) return give(app, url, known)
  if (!app.federation.cards.spend(new URL(url).hostname)) {
    const runAt = app.clock() + MINUTE * (1 + Math.random())
    await app.transact(async (tx) => tx.enqueue(fetchCardJob(url, runAt)))
    return
  }
  const description = await describeLink(app, url)
  if (description === null) return give(app, url, null)
  const creator = await findCreator(app, url, description)
  const cardId = await app.transact((tx) => saveCard(tx, url, description, creator))
  await give(app, url, cardId)
}

async function freshCard(app: App, url: string): Promise<string | null> {
  const card = await app.db
    .selectFrom('preview_card')
    .select('id')
    .where('url', '=', url)
    .where('fetched_at', '>', app.clock() - FRESH)
    .executeTakeFirst()
  return card?.id ?? null
}

async function give(app: App, url: string, cardId: string | null): Promise<void> {
  while (await app.transact((tx) => giveCard(tx, url, cardId))) {
    // the next batch
  }
}
