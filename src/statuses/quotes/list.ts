import type { Db } from '../../db/database.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import { selectHeadsFor } from '../heads.ts'
import type { ListedHead } from '../lists.ts'
import type { StatusRow } from '../queries.ts'
import { visibleTo, wantedBy } from '../visibility.ts'

/** Statuses that quote one with its author's consent, newest first, as far as the viewer may see them. */
export async function quotesPage(
  db: Db,
  asked: { status: StatusRow; viewerId: string | null; now: number },
  page: Page,
): Promise<ListedHead[]> {
  const { status, viewerId, now } = asked
  const query = selectHeadsFor(db, viewerId)
    .innerJoin('quote', 'quote.status_id', 'status.id')
    .select('quote.id as row_id')
    .where('quote.quoted_status_id', '=', status.id)
    .where('quote.state', '=', 'accepted')
    .where((eb) => visibleTo(eb as never, viewerId))
    .where((eb) => wantedBy(eb as never, viewerId, now))
  return fetchPage(query, 'quote.id', page)
}
