import type { App } from '../../../../kernel/core/app.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { lockRow } from '../../../../kernel/db/expressions.ts'
import { loadReachableAccounts } from '../../../accounts/queries.ts'
import { findStatusByUri } from '../../../statuses/federation/queries.ts'
import { findStatus, type StatusRow } from '../../../statuses/queries.ts'
import { storeBackdatedStatus } from '../../../statuses/write/backdated.ts'
import type { Author } from '../../../statuses/write/create.ts'
import { ArchiveRefused } from '../../archive-refused.ts'
import { digestOf } from '../../digest.ts'
import type { OpenZip } from '../../zip.ts'
import { endImport } from '../choices.ts'
import { isWanted, noteOutcome, type Outcome } from '../outcome.ts'
import { type DataImport, findImport, type ImportRow } from '../queries.ts'
import { postpone, reasonOf } from '../retry.ts'
import { type ImportedMedia, importMedia } from './media.ts'
import type { ArchivedPost } from './post.ts'
import { openStored } from './source.ts'

/** ms after which a step starts no further post */
const LONGEST_STEP = 30_000

/** Imports some posts of an archive, oldest first, so that replies find their parents. */
export async function importPosts(
  app: App,
  data: DataImport,
  rows: readonly ImportRow[],
): Promise<void> {
  const until = app.clock() + LONGEST_STEP
  try {
    const author = await authorOf(app.db, data.account_id)
    if (author === null) throw new ArchiveRefused('The account cannot post')
    await using zip = await openStored(app, data.file_key ?? '')
    for (const row of rows) {
      if (app.clock() > until) return
      await importPost(app, { data, zip, author }, row)
    }
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error
    await app.transact((tx) => fail(tx, data.id, error.message))
  }
}

async function fail(tx: Tx, importId: string, reason: string): Promise<void> {
  await lockRow(tx.db, 'data_import', importId)
  const data = await findImport(tx.db, importId)
  if (data?.state === 'running') await endImport(tx, data, 'failed', reason)
}

async function authorOf(db: Db, accountId: string): Promise<Author | null> {
  const account = (await loadReachableAccounts(db, [accountId])).get(accountId)
  if (account === undefined || account.suspended_at !== null) return null
  return { id: accountId, username: account.username, silenced: account.silenced_at !== null }
}

interface Work {
  data: DataImport
  zip: OpenZip
  author: Author
}

async function importPost(app: App, work: Work, row: ImportRow): Promise<void> {
  const post = row.data as unknown as ArchivedPost
  const before = await placeOf(app.db, work.data, post)
  const imported =
    'skip' in before ? { media: [], missing: 0 } : await importMedia(app, work, post.media)
  try {
    await app.transact(async (tx) => {
      if (await isWanted(tx, row))
        await noteOutcome(tx, row, await storePost(tx, work, post, imported))
    })
  } catch (error) {
    const note = reasonOf(app, row, error)
    if (note === null) return postpone(app, row, { counts: true })
    await app.transact(async (tx) => {
      if (await isWanted(tx, row)) await noteOutcome(tx, row, { state: 'failed', note })
    })
  }
}

async function storePost(
  tx: Tx,
  { data, author }: Work,
  post: ArchivedPost,
  { media, missing }: ImportedMedia,
): Promise<Outcome> {
  const place = await placeOf(tx.db, data, post)
  if ('skip' in place) return { state: 'skipped', note: place.skip }
  const isEmpty = post.text.trim() === '' && media.length === 0 && post.poll === null
  if (isEmpty && post.spoilerText === '')
    return { state: 'failed', note: 'Nothing of it can be read' }
  const statusId = await storeBackdatedStatus(tx, { ...post, author, media, parent: place.parent })
  await remember(tx, author.id, { uri: post.uri, statusId })
  const note = missing === 0 ? null : `${missing} of its files could not be read`
  return { state: 'imported', note }
}

/**
 * Recorded so that a later import of the same post finds it; a deleted one may be imported again.
 */
async function remember(
  tx: Tx,
  accountId: string,
  { uri, statusId }: { uri: string; statusId: string },
): Promise<void> {
  await tx.db
    .insertInto('imported_status')
    .values({ account_id: accountId, digest: digestOf(uri), status_id: statusId })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'digest']).doUpdateSet({ status_id: statusId }),
    )
    .execute()
}

/** The parent of a post, or the reason why the post is skipped. */
async function placeOf(
  db: Db,
  { account_id, replies }: DataImport,
  { uri, inReplyTo }: ArchivedPost,
): Promise<{ parent: StatusRow | null } | { skip: string }> {
  if ((await findOwn(db, account_id, uri)) !== null) return { skip: 'It is here already' }
  if (inReplyTo === null) return { parent: null }
  const parent = await findOwn(db, account_id, inReplyTo)
  if (parent === null && replies === 'skip') return { skip: 'It is a reply to somebody else' }
  return { parent }
}

/** The account's status with a federation id: imported, or published here. */
async function findOwn(db: Db, accountId: string, uri: string): Promise<StatusRow | null> {
  const imported = await db
    .selectFrom('imported_status')
    .select('status_id')
    .where('account_id', '=', accountId)
    .where('digest', '=', digestOf(uri))
    .executeTakeFirst()
  const found =
    imported === undefined
      ? await findStatusByUri(db, uri)
      : await findStatus(db, imported.status_id)
  return found?.account_id === accountId && found.deleted_at === null ? found : null
}
