import type { Db } from '../db/database.ts'
import { startDeadline } from '../db/deadline.ts'
import { Unreachable } from '../errors.ts'

/** ms: whoever watches the server has less patience than those who use it */
const PATIENCE = 3_000

/** @throws Unreachable if the database does not answer, or not soon */
export async function checkDatabase(db: Db): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  using _ = startDeadline(PATIENCE, () => reject(new Unreachable('The database does not answer')))
  const asked = db.selectFrom('setting').select('name').limit(1).execute()
  await Promise.race([asked, late])
}
