import { isGone } from '../../../../kernel/activitypub/tombstones.ts'
import { type DomainError, Gone, NotFound } from '../../../../kernel/base/errors.ts'
import { statusUri } from '../../../../kernel/base/urls.ts'
import type { App } from '../../../../kernel/core/app.ts'
import { Id } from '../../../../kernel/http/params.ts'
import { type Static, Type } from '../../../../kernel/http/schema.ts'
import { getShownLocalAccount, missingUnder } from '../../../accounts/local.ts'
import { findAccountByName } from '../../../accounts/queries.ts'
import type { StatusRow } from '../../queries.ts'
import { getShowable } from '../access-check.ts'

/** Path parameters of a local account's status. */
export const StatusParams = Type.Object({ username: Type.String(), id: Id })

/**
 * The status at one of our URLs.
 *
 * @param viewerId of the actor that signed; null: unsigned
 * @returns null in place of the status if it was public or unlisted and is deleted
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
    const status = await getShowable(app.db, viewerId, id)
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
 * The error for a missing status at one of our URLs: `Gone` if it was public or unlisted and it or
 * its account is deleted; else `NotFound`.
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

/**
 * As `findShownStatus`, for documents that a deleted status does not have.
 * @throws NotFound, Gone
 */
export async function getShownStatus(
  app: App,
  viewerId: string | null,
  params: Static<typeof StatusParams>,
): Promise<StatusRow> {
  const { status } = await findShownStatus(app, viewerId, params)
  if (status === null) throw new Gone()
  return status
}
