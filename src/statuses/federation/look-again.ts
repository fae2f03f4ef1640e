import { isOfType } from '../../activitypub/as2.ts'
import { fetchDocument } from '../../activitypub/fetch.ts'
import type { ProvedDocument } from '../../activitypub/proved.ts'
import type { App } from '../../app.ts'
import { Gone, NotFound } from '../../errors.ts'
import type { StatusRow } from '../queries.ts'
import { removeStatus } from '../remove.ts'
import { findAuthor } from './author.ts'
import { applyVersion } from './known.ts'
import { readArriving } from './resolve.ts'
import { screeningOf } from './screen-note.ts'

/**
 * Brings a status to what its origin says of it now; one that is gone there goes here too.
 * @throws Unreachable
 * @throws NotFound if its origin does not show it any more, or not to us
 */
export async function lookAgain(app: App, status: StatusRow): Promise<void> {
  const object = await fetchNow(app, status.uri)
  if (object === 'gone') {
    await app.transact((tx) => removeStatus(tx, status, true))
    return
  }
  const author = await findAuthor(app.db, status.account_id)
  if (author === null) return
  const note = await readArriving(app, author, object)
  if (note?.uri !== status.uri) return
  const screening = await screeningOf(app, note)
  await app.transact((tx) => applyVersion(tx, status, { author, note, screening }, 'exact'))
}

async function fetchNow(app: App, uri: string): Promise<ProvedDocument | 'gone'> {
  try {
    const document = await fetchDocument(app, uri)
    return isOfType(document, ['Tombstone']) ? 'gone' : document
  } catch (error) {
    if (error instanceof NotFound && error.cause instanceof Gone) return 'gone'
    throw error
  }
}
