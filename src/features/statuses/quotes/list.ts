import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { StatusRow } from '../queries.ts'
import type { MarkedStatus } from '../read/marked-lists.ts'
import { selectListedStatusesFor } from '../read/status-rows.ts'
import { visibleTo, wantedBy } from '../read/visibility.ts'

/** Accepted quotes of a status, newest first, as far as the viewer may see them. */
export async function quotesPage(
  db: Db,
  asked: { status: StatusRow; viewerId: string | null; now: number },
  page: Page,
): Promise<MarkedStatus[]> {
  const { status, viewerId, now } = asked
  const query = selectListedStatusesFor(db, viewerId)
    .innerJoin('quote', 'quote.status_id', 'status.id')
    .select('quote.id as row_id')
    .where('quote.quoted_status_id', '=', status.id)
    .where('quote.state', '=', 'accepted')
    .where((eb) => visibleTo(eb as never, viewerId))
    .where((eb) => wantedBy(eb as never, viewerId, now))
  return fetchPage(query, 'quote.id', page)
}
