import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { isoTime } from '../../../../kernel/base/json.ts'
import type { PollRow } from './note-rows.ts'

/**
 * The members that make a Note a Question: options with their votes, which are omitted while the
 * author hides them, the end, and the number of voters.
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
