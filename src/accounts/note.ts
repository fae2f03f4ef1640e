import { tagUrl } from '../addresses.ts'
import type { Config } from '../config.ts'
import type { ProfileField } from '../db/schema.ts'
import { isoTime } from '../json.ts'
import { cutHtml, MAX_PROFILE_BYTES } from '../text/cut-html.ts'
import { formatAccountField, formatNote } from '../text/format.ts'
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

/** The fields of a profile; of a local account they are text, and HTML once they are formatted. */
export function presentFields(fields: readonly ProfileField[], how: 'formatted' | 'as they are') {
  return fields.map(({ name, value, verified_at }) => ({
    name,
    value: how === 'formatted' ? formatAccountField(value) : value,
    verified_at: verified_at === null ? null : isoTime(verified_at),
  }))
}
