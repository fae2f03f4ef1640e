import { getShownLocalAccount, missingUnder } from '../../../accounts/local.ts'
import { findAccountByName } from '../../../accounts/queries.ts'
import { isGone } from '../../../activitypub/tombstones.ts'
import { statusUri } from '../../../addresses.ts'
import type { App } from '../../../app.ts'
import { type DomainError, Gone, NotFound } from '../../../errors.ts'
import { Id } from '../../../http/params.ts'
import { type Static, Type } from '../../../http/schema.ts'
import { getVisibleStatus, type StatusRow } from '../../queries.ts'

/** Of a status among those of a local account. */
export const StatusParams = Type.Object({ username: Type.String(), id: Id })

/**
 * The status at an address of ours.
 *
 * @param viewerId of the actor that signed; null for nobody
 * @returns null in place of the status if it was deleted; of what was not for all that is told nobody
 * @throws NotFound if there is none, it is another account's, or the viewer may not see it
 */
export async function findShownStatus(
  app: App,
  viewerId: string | null,
  { username, id }: Static<typeof StatusParams>,
): Promise<{ status: StatusRow | null; uri: string }> {
  try {
    const author = await getShownLocalAccount(app.db, username)
    const uri = statusUri(app.config, author.username, id)
    const status = await getVisibleStatus(app.db, viewerId, id)
    if (status.account_id !== author.id) throw new NotFound()
    return { status, uri }
  } catch (error) {
    const missing = error instanceof NotFound ? await missingStatus(app, { username, id }) : error
    if (!(missing instanceof Gone)) throw missing
    const author = await findAccountByName(app.db, username.toLowerCase(), null)
    return { status: null, uri: statusUri(app.config, author?.username ?? username, id) }
  }
}

/**
 * How a status is missing at an address of ours: `Gone` if it was for all and is deleted, or its account is;
 * else `NotFound`.
 */
export async function missingStatus(
  { db, config }: Pick<App, 'db' | 'config'>,
  { username, id }: Static<typeof StatusParams>,
): Promise<DomainError> {
  const author = await findAccountByName(db, username.toLowerCase(), null)
  if (author === null) return missingUnder(db, username)
  const wasHere = await isGone(db, statusUri(config, author.username, id), author.uri)
  return wasHere ? new Gone() : new NotFound()
}

/** The same where what is gone has nothing to show. @throws NotFound, Gone */
export async function getShownStatus(
  app: App,
  viewerId: string | null,
  params: Static<typeof StatusParams>,
): Promise<StatusRow> {
  const { status } = await findShownStatus(app, viewerId, params)
  if (status === null) throw new Gone()
  return status
}
