import { setTimeout as delay } from 'node:timers/promises'
import type { ApiClient } from '../api-client.ts'
import type { Json } from '../peer.ts'

/** ms until a client tries again */
const PAUSE = 100

/** Answers of a campaign that were no success, each counted. */
export interface Refusals {
  /** the connection was refused or broke, or the proxy found nobody (502) */
  away: number
  /** the server said that it cannot now (503) */
  later: number
  /** everything else: a client does not know what to do about it */
  unclear: string[]
}

/** One try. @returns null if it has to be made again */
export async function tryOnce(
  refusals: Refusals,
  person: ApiClient,
  path: string,
  body?: Record<string, unknown> | Buffer,
  headers?: Record<string, string>,
): Promise<{ status: number; json: Json } | null> {
  const answer = await person.ask('POST', path, body, headers).catch(() => null)
  if (answer === null || answer.status === 502) {
    refusals.away += 1
    return null
  }
  if (answer.status >= 200 && answer.status < 300) return answer
  if (answer.status === 503) refusals.later += 1
  else refusals.unclear.push(`POST ${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
  return null
}

/** Asks as often as it takes, always for the same. */
export async function askUntilDone(
  refusals: Refusals,
  person: ApiClient,
  path: string,
  body?: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<{ json: Json; tries: number }> {
  for (let tries = 1; ; tries++) {
    const answer = await tryOnce(refusals, person, path, body, headers)
    if (answer !== null) return { json: answer.json, tries }
    // a test that failed is not kept from ending
    await delay(PAUSE, undefined, { ref: false })
  }
}
