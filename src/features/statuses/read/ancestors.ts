import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { StatusRow } from '../queries.ts'

const rowsAbove = prepared((db, p: { parentId: string; most: number }) =>
  db
    .withRecursive('above', (with_) =>
      with_
        .selectFrom('status')
        .select(['id', 'in_reply_to_id', sql<number>`1`.as('depth')])
        .where('id', '=', p.parentId)
        .unionAll(
          with_
            .selectFrom('status')
            .innerJoin('above', 'above.in_reply_to_id', 'status.id')
            .select([
              'status.id',
              'status.in_reply_to_id',
              sql<number>`above.depth + 1`.as('depth'),
            ])
            .where('above.depth', '<', p.most),
        ),
    )
    .selectFrom('above')
    .select('id')
    .orderBy('depth'),
)

/**
 * Ids from the root of a thread down to the parent of a status. Servers may say that posts answer each other in a
 * circle: it is followed once, and not through the status itself (A113).
 *
 * @param most levels
 */
export async function ancestorIds(
  db: Db,
  { id: statusId, in_reply_to_id: parentId }: Pick<StatusRow, 'id' | 'in_reply_to_id'>,
  most: number,
): Promise<string[]> {
  if (parentId === null) return []
  const above = new Set<string>()
  for (const { id } of await rowsAbove(db, { parentId, most })) {
    if (id === statusId || above.has(id)) break
    above.add(id)
  }
  return [...above].reverse()
}
