import { DAY, MINUTE } from '../../../kernel/base/durations.ts'
import { Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { NewJob } from '../../../kernel/core/tx.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { describeLink } from './fetch.ts'
import { findCreator, giveCard, saveCard } from './store.ts'

const KIND = 'cards.fetch'
/** tries over twenty minutes, each later than the one before */
const MOST_TRIES = 8
/** maximum age in ms of a preview that another status reuses */
const FRESH = 14 * DAY

/**
 * The job that fetches the page behind a link; at most one is queued per link.
 * @param runAt ms since 1970
 */
export function fetchCardJob(url: string, runAt: number): NewJob & { uniqueKey: string } {
  return { kind: KIND, payload: { url }, uniqueKey: url, runAt: Math.round(runAt) }
}

export const jobs: JobHandlers = {
  [KIND]: {
    concurrency: 4,
    maxAttempts: MOST_TRIES,
    run: (app, payload, attempt) => fetchOrGiveUp(app, String(payload.url), attempt),
  },
}

/**
 * A page that does not answer is no fault of this server: after the last try its link is noted as one without preview,
 * so that looking at the status does not ask again. Another status with the link does.
 */
async function fetchOrGiveUp(app: App, url: string, attempt: number): Promise<void> {
  try {
    await fetchCard(app, url)
  } catch (error) {
    if (!(error instanceof Unreachable) || attempt < MOST_TRIES) throw error
    app.log.debug({ err: error, url }, 'a page does not answer, so its link has no preview')
    await give(app, url, null)
  }
}

/** Fetches the page behind a link, within a rate limit per domain and minute. */
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
