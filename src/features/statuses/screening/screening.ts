import type { App } from '../../../kernel/core/app.ts'
import { automodRules, NO_RULES, type RuleSet } from '../../automod/rules.ts'
import { hashKept, hashUploads } from '../../media/hashes.ts'

/** The rules in force for a status, and the file hashes that they need. */
export interface Screening {
  rules: RuleSet
  /** SHA-256, hex, by upload id or remote file URL; only if a rule uses it */
  hashes: ReadonlyMap<string, string>
}

const NO_HASHES: ReadonlyMap<string, string> = new Map()

/** For statuses that the staff has approved. */
export const UNSCREENED: Screening = { rules: NO_RULES, hashes: NO_HASHES }

/** @param mediaIds uploads that the status will have */
export async function screeningHere(app: App, mediaIds: readonly string[]): Promise<Screening> {
  const rules = await app.cached.get(automodRules)
  const asked = rules.for('statuses', 'local')?.asks.has('media_hashes') === true
  return { rules, hashes: asked ? await hashUploads(app, mediaIds) : NO_HASHES }
}

/** @param urls of the status's files */
export async function screeningElsewhere(app: App, urls: readonly string[]): Promise<Screening> {
  const rules = await app.cached.get(automodRules)
  const asked = rules.for('statuses', 'remote')?.asks.has('media_hashes') === true
  return { rules, hashes: asked ? await hashKept(app, urls) : NO_HASHES }
}
