import type { Rendering } from '../../accounts/serializer.ts'
import { type CompiledFilters, matchFilters } from '../../filters/compile.ts'
import type { JsonText } from '../../json.ts'
import type { KeptKind } from '../../kept.ts'
import { type SearchedText, searchedText } from '../../text/fold.ts'
import { textOfClean } from '../../text/sanitize.ts'
import type { StatusHead } from '../heads.ts'
import { joinSearchText } from '../search-text.ts'

/** What a viewer filters. */
export interface Filtering {
  filters: CompiledFilters
  /** public streams know keywords only (S-476) */
  by: 'keywords and statuses' | 'keywords'
}

/** What is looked at for one status. */
interface Filtered {
  head: StatusHead
  /** the original of a reblog, which stands for it (S-114) */
  shown: StatusHead
  /** of the original; null if it has none */
  poll: JsonText | null
}

const SEARCHED: KeptKind<SearchedText> = {
  name: 'searched texts',
  maxBytes: 16 * 1024 * 1024,
  bytesOf: ({ text, folded }) => 200 + 2 * (text.length + folded.length),
}

/**
 * The member `filtered` for a viewer with filters (S-110).
 * @returns undefined if the body of the original is not kept
 */
export function presentFiltered(
  app: Rendering,
  { filters, by }: Filtering,
  { head, shown, poll }: Filtered,
): JsonText | undefined {
  const texts = filters.words === null ? [] : textsOf(app, shown, poll)
  if (texts === undefined) return undefined
  const ids = head === shown ? [shown.id] : [head.id, shown.id]
  const statusIds = by === 'keywords' ? [] : ids
  return matchFilters(filters, { texts, statusIds, now: app.clock() })
}

/** All that S-112 names; polls change without their status, so their text is not kept with its. */
function textsOf(app: Rendering, shown: StatusHead, poll: JsonText | null) {
  const kept = app.kept.get(SEARCHED, shown.id, shown.version)
  const text = kept ?? textOfBody(app, shown)
  if (text === undefined) return undefined
  if (kept === undefined) app.kept.set(SEARCHED, shown.id, shown.version, text)
  return poll === null ? [text] : [text, textOfPoll(poll)]
}

interface Body {
  spoiler_text: string
  content: string
  media_attachments: { description: string | null }[]
}

/** Read from what is shown, so that asks for nothing and tells the same version. */
function textOfBody({ fragments }: Rendering, { id, version }: StatusHead) {
  const body = fragments.get('status', id, version)
  if (body === undefined) return undefined
  const { spoiler_text, content, media_attachments } = JSON.parse(`${body}}`) as Body
  const descriptions = media_attachments.map(({ description }) => description ?? '')
  return searchedText(joinSearchText([spoiler_text, textOfClean(content), ...descriptions]))
}

function textOfPoll(poll: JsonText): SearchedText {
  const { options } = JSON.parse(poll) as { options: { title: string }[] }
  return searchedText(joinSearchText(options.map(({ title }) => title)))
}
