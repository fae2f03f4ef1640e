import type { JsonText } from '../../../../kernel/base/json.ts'
import type { VersionedKind } from '../../../../kernel/cache/versioned-cache.ts'
import { type SearchedText, searchedText } from '../../../../kernel/text/fold.ts'
import { textOfClean } from '../../../../kernel/text/sanitize.ts'
import type { Rendering } from '../../../accounts/serializer.ts'
import { type CompiledFilters, matchFilters } from '../../../filters/compile.ts'
import { joinSearchText } from '../../write/search-text.ts'
import type { ListedStatus } from '../status-rows.ts'

/** The filters of a viewer. */
export interface Filtering {
  filters: CompiledFilters
  /** public streams apply keywords only (S-476) */
  by: 'keywords and statuses' | 'keywords'
}

/** The inputs for filtering one status. */
interface Filtered {
  row: ListedStatus
  /** the original of a reblog; filters match it together with the reblog (S-114) */
  shown: ListedStatus
  /** of the original; null if it has no poll */
  poll: JsonText | null
}

const SEARCHED: VersionedKind<SearchedText> = {
  name: 'searched texts',
  maxBytes: 16 * 1024 * 1024,
  bytesOf: ({ text, folded }) => 200 + 2 * (text.length + folded.length),
}

/**
 * The member `filtered` for a viewer with filters (S-110).
 * @returns undefined if the body of the original is not cached
 */
export function presentFiltered(
  app: Rendering,
  { filters, by }: Filtering,
  { row, shown, poll }: Filtered,
): JsonText | undefined {
  const texts = filters.words === null ? [] : textsOf(app, shown, poll)
  if (texts === undefined) return undefined
  const ids = row === shown ? [shown.id] : [row.id, shown.id]
  const statusIds = by === 'keywords' ? [] : ids
  return matchFilters(filters, { texts, statusIds, now: app.clock() })
}

/**
 * The texts that S-112 names. Polls change without their status, so poll texts are not cached with
 * it.
 */
function textsOf(app: Rendering, shown: ListedStatus, poll: JsonText | null) {
  const kept = app.versioned.get(SEARCHED, shown.id, shown.version)
  const text = kept ?? textOfBody(app, shown)
  if (text === undefined) return undefined
  if (kept === undefined) app.versioned.set(SEARCHED, shown.id, shown.version, text)
  return poll === null ? [text] : [text, textOfPoll(poll)]
}

interface Body {
  spoiler_text: string
  content: string
  media_attachments: { description: string | null }[]
}

/** Built from the cached body: needs no query and has the same version. */
function textOfBody({ fragments }: Rendering, { id, version }: ListedStatus) {
  const body = fragments.get('status', id, version)
  if (body === undefined) return undefined
  const { spoiler_text, content, media_attachments } = JSON.parse(`{${body.shared}}`) as Body
  const descriptions = media_attachments.map(({ description }) => description ?? '')
  return searchedText(joinSearchText([spoiler_text, textOfClean(content), ...descriptions]))
}

function textOfPoll(poll: JsonText): SearchedText {
  const { options } = JSON.parse(poll) as { options: { title: string }[] }
  return searchedText(joinSearchText(options.map(({ title }) => title)))
}
