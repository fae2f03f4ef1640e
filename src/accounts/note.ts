import { tagUrl } from '../addresses.ts'
import type { Config } from '../config.ts'
import { cutHtml, MAX_PROFILE_BYTES } from '../text/cut-html.ts'
import { formatNote } from '../text/format.ts'
import { normalizeTag } from '../text/tags.ts'
import type { findMentioned } from './mentioned.ts'

/** The HTML of what a local account says about itself. */
export function noteHtml(
  config: Config,
  note: string,
  mentions: Awaited<ReturnType<typeof findMentioned>>,
): string {
  const html = formatNote(note, {
    mentions,
    tagUrl: (name) => tagUrl(config, normalizeTag(name) ?? name),
  })
  return cutHtml(html, MAX_PROFILE_BYTES)
}
