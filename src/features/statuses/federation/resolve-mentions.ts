import { setTimeout as wait } from 'node:timers/promises'
import { Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { findMentioned, mentionHandles, splitHandle } from '../../accounts/mentioned.ts'
import { resolveHandle } from '../../accounts/remote/resolve.ts'
import { MOST_UNITS } from '../write/content.ts'

/** maximum of unknown accounts that are resolved per status */
const MOST_STRANGERS = 10
/** ms that an author waits for them */
const PATIENCE = 5_000

/**
 * Resolves mentions of unknown remote accounts in a text, so that the status mentions them.
 * Mentions that cannot be resolved in time stay plain text.
 */
export async function resolveMentioned(app: App, text: string): Promise<void> {
  if (text.length > MOST_UNITS) return
  const handles = mentionHandles(text)
  const known = await findMentioned(app.db, app.config, handles)
  const strangers = handles
    .filter((handle) => !known.has(handle))
    .map((handle) => splitHandle(app.config, handle))
    .filter(({ domain }) => domain !== null)
  if (strangers.length === 0) return
  const pending = strangers.slice(0, MOST_STRANGERS).map((handle) => resolveOne(app, handle))
  const late = new AbortController()
  await Promise.race([
    Promise.all(pending),
    wait(PATIENCE, undefined, { signal: late.signal }).catch(() => {}),
  ]).finally(() => late.abort())
}

async function resolveOne(app: App, handle: Parameters<typeof resolveHandle>[1]): Promise<void> {
  try {
    await resolveHandle(app, handle)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
  }
}
