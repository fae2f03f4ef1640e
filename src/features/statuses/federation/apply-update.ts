import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { insertRemotePoll, removePoll, updateRemotePoll } from '../../polls/remote.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { noteRemoteQuote } from '../quotes/receive-quote.ts'
import { insertVersion, unstoredVersion, type Version, versionOf } from '../read/history.ts'
import { limited, noteScreened } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import { enqueueCollections } from '../write/collections.ts'
import { insertMentions } from '../write/mentions.ts'
import { reviseStatus } from '../write/revise.ts'
import { noteLatestStatus } from '../write/store.ts'
import { findNamed } from './named-actors.ts'
import type { RemoteNote } from './reading/note.ts'
import type { RemoteAuthor } from './remote-author.ts'
import { saveEmojis, saveMedia } from './save-attachments.ts'
import { screenNote } from './screen-note.ts'

interface StatusUpdate {
  author: RemoteAuthor
  note: RemoteNote
  screening: Screening
}

/**
 * Applies a Create to a status that is stored already: a fetched status reaches its readers now,
 * and an edited status gets its older version. Its visibility never widens (A13).
 *
 * @returns null if the status is deleted or another author's
 */
export async function applyToStored(
  tx: Tx,
  known: StatusRow,
  update: StatusUpdate & { live: boolean },
): Promise<StatusRow | null> {
  if (known.account_id !== update.author.id || known.deleted_at !== null) return null
  await applyVersion(tx, known, update, 'never')
  if (!update.live || !known.quiet) return known
  await tx.db.updateTable('status').set({ quiet: false }).where('id', '=', known.id).execute()
  if (known.visibility !== 'direct') {
    tx.addToCount('account_stats.statuses_count', known.account_id, 1)
    await noteLatestStatus(tx, known.account_id, known.created_at)
  }
  tx.emit({ type: 'status.created', statusId: known.id, accountId: known.account_id, live: true })
  return { ...known, quiet: false }
}

/**
 * Applies a version that the author's server sent: a newer version replaces the text, an older one
 * joins the history; the same version may only change the votes of its poll.
 *
 * @param figures whether to trust the poll's vote counts: `grow` where they may arrive out of order
 */
export async function applyVersion(
  tx: Tx,
  status: StatusRow,
  update: StatusUpdate,
  figures: 'exact' | 'grow' | 'never',
): Promise<void> {
  await lockRow(tx.db, 'status', status.id)
  const current = await findStatus(tx.db, status.id)
  if (current === null || current.account_id !== update.author.id) return
  const { note } = update
  const [shownAt, sentAt] = [timeOf(current), note.editedAt ?? note.createdAt]
  if (sentAt < shownAt) return storeOlder(tx, current, update, sentAt)
  await noteRemoteQuote(tx, current, note.quote)
  if (sentAt > shownAt && note.editedAt !== null) return revise(tx, current, update, sentAt)
  if (figures === 'never' || current.poll_id === null || note.poll === null) return
  await updateRemotePoll(tx, current.poll_id, note.poll, figures)
}

function timeOf(status: StatusRow): number {
  return status.edited_at ?? status.created_at
}

async function revise(tx: Tx, before: StatusRow, update: StatusUpdate, at: number): Promise<void> {
  const { author, note } = update
  const { id: statusId } = before
  const named = await findNamed(tx, author, note)
  const isReply = before.in_reply_to_id !== null
  const screened = await screenNote(tx, update, { named, isReply, visibility: before.visibility })
  await noteScreened(tx, screened, statusId)
  // the earlier version stays
  if (screened !== null && (screened.reject ?? screened.hold) !== null) return
  const original = await unstoredVersion(tx.db, before)
  const shown = await versionOf(tx.db, before, timeOf(before))
  const mediaIds = await saveMedia(tx, { author, note, statusId })
  const pollId = await revisePoll(tx, before, update)
  await saveEmojis(tx, author, note)
  if (sameVersion(shown, versionTold(note, mediaIds, at))) return
  enqueueCollections(tx, before.id, note.collectionUris)
  await reviseStatus(tx, before, original, {
    visibility: limited(screened, before.visibility),
    text: note.text,
    html: note.html,
    spoilerText: note.spoilerText,
    sensitive: note.sensitive || screened?.markSensitive === true,
    language: note.language,
    mediaIds,
    pollId,
    mentions: named.mentions,
    tags: note.tags,
    addresses: note.collectionUris,
    at,
  })
}

/** @returns the id of its current poll */
async function revisePoll(
  tx: Tx,
  before: StatusRow,
  { author, note }: Pick<StatusUpdate, 'author' | 'note'>,
) {
  const { id: statusId, poll_id: pollId } = before
  if (note.poll === null) {
    if (pollId !== null) await removePoll(tx, pollId)
    return null
  }
  if (pollId !== null) {
    await updateRemotePoll(tx, pollId, note.poll, 'exact')
    return pollId
  }
  const owner = { pollId: tx.newId(), statusId, accountId: author.id }
  await insertRemotePoll(tx, owner, note.poll)
  return owner.pollId
}

function versionTold(note: RemoteNote, mediaIds: readonly string[], at: number): Version {
  return {
    text: note.text,
    content: note.html,
    spoiler_text: note.spoilerText,
    sensitive: note.sensitive,
    language: note.language,
    media: mediaIds.map((id, place) => ({
      id,
      description: note.media[place]?.description ?? null,
    })),
    poll_options: note.poll?.options.map(({ title }) => title) ?? null,
    created_at: at,
  }
}

function sameVersion(one: Version, other: Version): boolean {
  const key = ({ created_at: _, ...said }: Version) => JSON.stringify(said)
  return key(one) === key(other)
}

/** Stores a version that arrives late; a stored version of the same time stays. */
async function storeOlder(
  tx: Tx,
  current: StatusRow,
  update: StatusUpdate,
  at: number,
): Promise<void> {
  const { author, note } = update
  const { id: statusId } = current
  const kept = await tx.db
    .selectFrom('status_edit')
    .select('created_at')
    .where('status_id', '=', statusId)
    .execute()
  if (kept.some((version) => version.created_at === at)) return
  if (kept.length === 0) {
    await insertVersion(tx, statusId, await versionOf(tx.db, current, timeOf(current)))
  }
  const older = { author, note: { ...note, media: await unknownMedia(tx, statusId, note) } }
  const mediaIds = await saveMedia(tx, { ...older, statusId })
  await insertVersion(tx, statusId, versionTold(older.note, mediaIds, at))
  const { mentions } = await findNamed(tx, author, note)
  await insertMentions(
    tx.db,
    statusId,
    mentions.map((mention) => ({ ...mention, silent: true })),
  )
}

/** per status, including its history; further media of older versions are left out */
const MOST_MEDIA = 32

/** Media that only an older version had; known media retain their current descriptions. */
async function unknownMedia(tx: Tx, statusId: string, note: RemoteNote) {
  const known = await tx.db
    .selectFrom('media_attachment')
    .select('remote_url')
    .where('status_id', '=', statusId)
    .execute()
  if (known.length >= MOST_MEDIA) return []
  const urls = new Set(known.map((row) => row.remote_url))
  return note.media.filter(({ url }) => !urls.has(url))
}
