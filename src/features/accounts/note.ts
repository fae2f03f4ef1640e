import type { Config } from '../../kernel/base/config.ts'
import { isoTime } from '../../kernel/base/json.ts'
import { tagUrl } from '../../kernel/base/urls.ts'
import { cutHtml, MAX_PROFILE_BYTES } from '../../kernel/text/cut-html.ts'
import { formatAccountField, formatNote } from '../../kernel/text/format.ts'
import { normalizeTag } from '../../kernel/text/tags.ts'
import type { findMentioned } from './mentioned.ts'
import type { ProfileField } from './tables.ts'

/** The HTML of a local account's bio. */
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

/** The fields of a profile; for a local account text, which `formatted` turns into HTML. */
export function presentFields(fields: readonly ProfileField[], how: 'formatted' | 'as they are') {
  return fields.map(({ name, value, verified_at }) => ({
    name,
    value: how === 'formatted' ? formatAccountField(value) : value,
    verified_at: verified_at === null ? null : isoTime(verified_at),
  }))
}
