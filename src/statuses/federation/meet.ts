import { setTimeout as wait } from 'node:timers/promises'
import { findMentioned, mentionHandles, splitHandle } from '../../accounts/mentioned.ts'
import { resolveHandle } from '../../accounts/remote/resolve.ts'
import type { App } from '../../app.ts'
import { Unreachable } from '../../errors.ts'
import { MOST_UNITS } from '../content.ts'

/** strangers who are looked up for one status */
const MOST_STRANGERS = 10
/** ms for which an author waits for them */
const PATIENCE = 5_000

/**
 * Looks up the people of other servers whom a text names and who are not known here, so that it
 * mentions them. Whoever cannot be found in time stays plain text.
 */
export async function meetMentioned(app: App, text: string): Promise<void> {
  if (text.length > MOST_UNITS) return
  const handles = mentionHandles(text)
  const known = await findMentioned(app.db, app.config, handles)
  const strangers = handles
    .filter((handle) => !known.has(handle))
    .map((handle) => splitHandle(app.config, handle))
    .filter(({ domain }) => domain !== null)
  if (strangers.length === 0) return
  const meeting = strangers.slice(0, MOST_STRANGERS).map((handle) => meet(app, handle))
  const late = new AbortController()
  await Promise.race([
    Promise.all(meeting),
    wait(PATIENCE, undefined, { signal: late.signal }).catch(() => {}),
  ]).finally(() => late.abort())
}

async function meet(app: App, handle: Parameters<typeof resolveHandle>[1]): Promise<void> {
  try {
    await resolveHandle(app, handle)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
  }
}
