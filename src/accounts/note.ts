import { tagUrl } from '../addresses.ts'
import type { Config } from '../config.ts'
import { formatNote } from '../text/format.ts'
import { normalizeTag } from '../text/tags.ts'
import type { findMentioned } from './mentioned.ts'

/** The HTML of what a local account says about itself. */
export function noteHtml(
  config: Config,
  note: string,
  mentions: Awaited<ReturnType<typeof findMentioned>>,
): string {
  return formatNote(note, {
    mentions,
    tagUrl: (name) => tagUrl(config, normalizeTag(name) ?? name),
  })
}
