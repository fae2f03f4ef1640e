import type { Db } from '../../kernel/db/database.ts'

const MOST = 10
/**
 * statuses that are examined, so that the cost does not depend on the number of an account's
 * statuses
 */
const RECENT = 1000

/**
 * Ids of the tags that an account used most in its latest statuses and does not feature (S-367).
 */
export async function suggestedTagIds(db: Db, accountId: string): Promise<string[]> {
  const latest = db
    .selectFrom('status')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(RECENT)
  const rows = await db
    .selectFrom(latest.as('latest'))
    .innerJoin('status_tag', 'status_tag.status_id', 'latest.id')
    .select('status_tag.tag_id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('featured_tag')
            .select('featured_tag.id')
            .where('featured_tag.account_id', '=', accountId)
            .whereRef('featured_tag.tag_id', '=', 'status_tag.tag_id'),
        ),
      ),
    )
    .groupBy('status_tag.tag_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('status_tag.tag_id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => row.tag_id)
}
