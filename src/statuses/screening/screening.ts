import type { App } from '../../app.ts'
import { automodRules, NO_RULES, type RuleSet } from '../../automod/rules.ts'
import { hashKept, hashUploads } from '../../media/hashes.ts'

/** What a status is looked at by: rules as of now, and what they need of files. */
export interface Screening {
  rules: RuleSet
  /** SHA-256, hex, by id of an upload or address of a file elsewhere; only what rules ask for */
  hashes: ReadonlyMap<string, string>
}

const NO_HASHES: ReadonlyMap<string, string> = new Map()

/** For what somebody of the staff has looked at. */
export const UNSCREENED: Screening = { rules: NO_RULES, hashes: NO_HASHES }

/** @param mediaIds uploads that the status is to have */
export async function screeningHere(app: App, mediaIds: readonly string[]): Promise<Screening> {
  const rules = await app.cached.get(automodRules)
  const asked = rules.for('statuses', 'local')?.asks.has('media_hashes') === true
  return { rules, hashes: asked ? await hashUploads(app, mediaIds) : NO_HASHES }
}

/** @param urls of the files that it has */
export async function screeningElsewhere(app: App, urls: readonly string[]): Promise<Screening> {
  const rules = await app.cached.get(automodRules)
  const asked = rules.for('statuses', 'remote')?.asks.has('media_hashes') === true
  return { rules, hashes: asked ? await hashKept(app, urls) : NO_HASHES }
}
