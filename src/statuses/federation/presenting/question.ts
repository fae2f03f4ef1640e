import type { Document } from '../../../activitypub/as2.ts'
import { isoTime } from '../../../json.ts'
import type { PollRow } from './note-rows.ts'

/**
 * What makes a Note a Question: options with their votes, which stay out as long as the author hides
 * them, its end, and how many voted.
 *
 * @param options rows of the poll in the order of its options
 * @param now ms since 1970
 */
export function questionMembers(options: readonly PollRow[], now: number): Document {
  const [poll] = options
  if (poll === undefined) return {}
  const { expires_at: end, hide_totals, multiple, voters_count } = poll
  const ended = end !== null && end <= now
  const hidden = hide_totals && !ended
  return {
    [multiple ? 'anyOf' : 'oneOf']: options.map(({ title, votes_count }) => ({
      type: 'Note',
      name: title,
      replies: { type: 'Collection', ...(hidden ? {} : { totalItems: votes_count }) },
    })),
    ...(end === null ? {} : { endTime: isoTime(end) }),
    ...(ended ? { closed: isoTime(end) } : {}),
    ...(voters_count === null ? {} : { votersCount: voters_count }),
  }
}
