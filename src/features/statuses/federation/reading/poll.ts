import {
  countOf,
  type Document,
  documentOf,
  flagOf,
  listOf,
  textOf,
  timeOf,
} from '../../../../kernel/activitypub/as2.ts'
import type { RemotePoll } from '../../../polls/remote.ts'
import { lineOf } from './texts.ts'

/** More than any server allows. */
const MAX_OPTIONS = 50
const MAX_OPTION = 500
/** more than there are people; that of all options together is an integer that strict clients read (A115) */
const MAX_COUNT = 40_000_000

/**
 * The poll of a Question; null if it has none.
 * @param now ms since 1970
 */
export function readPoll(object: Document, now: number): RemotePoll | null {
  const several = listOf(object.anyOf)
  const entries = several.length > 0 ? several : listOf(object.oneOf)
  const options = entries
    .slice(0, MAX_OPTIONS)
    .map(documentOf)
    .filter((entry) => entry !== null)
    .map((entry) => ({
      title: lineOf(textOf(entry.name) ?? '')
        .slice(0, MAX_OPTION)
        .toWellFormed(),
      votes: figureOf(documentOf(entry.replies)?.totalItems) ?? 0,
    }))
    .filter(({ title }) => title !== '')
  if (options.length === 0) return null
  return {
    options,
    multiple: several.length > 0,
    expiresAt: endOf(object, now),
    votersCount: figureOf(object.votersCount),
  }
}

function figureOf(value: unknown): number | null {
  const count = countOf(value)
  return count === null ? null : Math.min(count, MAX_COUNT)
}

/** `closed` is the time of the end, or `true`. */
function endOf(object: Document, now: number): number | null {
  const closed = timeOf(object.closed)
  const end = closed ?? timeOf(object.endTime)
  if (flagOf(object.closed) === true) return end === null ? now : Math.min(end, now)
  return end
}
