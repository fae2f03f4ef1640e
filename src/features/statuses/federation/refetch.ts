import { isOfType } from '../../../kernel/activitypub/as2.ts'
import { fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import type { ProvedDocument } from '../../../kernel/activitypub/proved-document.ts'
import { Gone, NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { StatusRow } from '../queries.ts'
import { removeStatus } from '../write/remove.ts'
import { applyVersion } from './apply-update.ts'
import { findAuthor } from './remote-author.ts'
import { readArriving } from './resolve.ts'
import { screeningOf } from './screen-note.ts'

/**
 * Refetches a status from its origin and applies the result; a status deleted there is deleted
 * here.
 * @throws Unreachable
 * @throws NotFound if the origin no longer shows it, or not to us
 */
export async function refetchStatus(app: App, status: StatusRow): Promise<void> {
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
