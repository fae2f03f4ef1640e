import { lockRow } from '../../db/expressions.ts'
import { insertRemotePoll, removePoll, updateRemotePoll } from '../../polls/remote.ts'
import type { Tx } from '../../transact.ts'
import { enqueueCollections } from '../collections.ts'
import { insertVersion, unkeptVersion, type Version, versionOf } from '../history.ts'
import { insertMentions } from '../mentions.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { noteRemoteQuote } from '../quotes/incoming.ts'
import { reviseStatus } from '../revise.ts'
import { limited, noteScreened } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import { noteLatestStatus } from '../store.ts'
import type { RemoteAuthor } from './author.ts'
import { findNamed } from './named.ts'
import type { RemoteNote } from './reading/note.ts'
import { keepEmojis, keepMedia } from './save-parts.ts'
import { screenNote } from './screen-note.ts'

interface Told {
  author: RemoteAuthor
  note: RemoteNote
  screening: Screening
}

/**
 * What the publication of a status does that is stored already: one that was fetched is brought to
 * its readers now, and what was edited meanwhile gets its older version. Nobody else than before may
 * see it (A13).
 *
 * @returns null if it is deleted or another author's
 */
export async function bringKnown(
  tx: Tx,
  known: StatusRow,
  told: Told & { live: boolean },
): Promise<StatusRow | null> {
  if (known.account_id !== told.author.id || known.deleted_at !== null) return null
  await applyVersion(tx, known, told, 'never')
  if (!told.live || !known.quiet) return known
  await tx.db.updateTable('status').set({ quiet: false }).where('id', '=', known.id).execute()
  if (known.visibility !== 'direct') {
    tx.addToCount('account_stats.statuses_count', known.account_id, 1)
    await noteLatestStatus(tx, known.account_id, known.created_at)
  }
  tx.emit({ type: 'status.created', statusId: known.id, accountId: known.account_id, live: true })
  return { ...known, quiet: false }
}

/**
 * Brings a status to what its author tells of it: a newer version becomes its text and an older one
 * part of its history; of the same one only the figures of its poll may be new.
 *
 * @param figures whether those of the poll are believed: `grow` where they may come out of order
 */
export async function applyVersion(
  tx: Tx,
  status: StatusRow,
  told: Told,
  figures: 'exact' | 'grow' | 'never',
): Promise<void> {
  await lockRow(tx.db, 'status', status.id)
  const current = await findStatus(tx.db, status.id)
  if (current === null || current.account_id !== told.author.id) return
  const { note } = told
  const [shownAt, toldAt] = [timeOf(current), note.editedAt ?? note.createdAt]
  if (toldAt < shownAt) return keepOlder(tx, current, told, toldAt)
  await noteRemoteQuote(tx, current, note.quote)
  if (toldAt > shownAt && note.editedAt !== null) return revise(tx, current, told, toldAt)
  if (figures === 'never' || current.poll_id === null || note.poll === null) return
  await updateRemotePoll(tx, current.poll_id, note.poll, figures)
}

function timeOf(status: StatusRow): number {
  return status.edited_at ?? status.created_at
}

async function revise(tx: Tx, before: StatusRow, told: Told, at: number): Promise<void> {
  const { author, note } = told
  const { id: statusId } = before
  const named = await findNamed(tx, author, note)
  const isReply = before.in_reply_to_id !== null
  const screened = await screenNote(tx, told, { named, isReply, visibility: before.visibility })
  await noteScreened(tx, screened, statusId)
  // the version before stays
  if (screened !== null && (screened.reject ?? screened.hold) !== null) return
  const original = await unkeptVersion(tx.db, before)
  const shown = await versionOf(tx.db, before, timeOf(before))
  const mediaIds = await keepMedia(tx, { author, note, statusId })
  const pollId = await revisePoll(tx, before, told)
  await keepEmojis(tx, author, note)
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

/** @returns id of the poll it has now */
async function revisePoll(
  tx: Tx,
  before: StatusRow,
  { author, note }: Pick<Told, 'author' | 'note'>,
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

/** A version that comes late; one of that time that is kept already stays. */
async function keepOlder(tx: Tx, current: StatusRow, told: Told, at: number): Promise<void> {
  const { author, note } = told
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
  const mediaIds = await keepMedia(tx, { ...older, statusId })
  await insertVersion(tx, statusId, versionTold(older.note, mediaIds, at))
  const { mentions } = await findNamed(tx, author, note)
  await insertMentions(
    tx.db,
    statusId,
    mentions.map((mention) => ({ ...mention, silent: true })),
  )
}

/** of one status, its history included: more are left out of older versions */
const MOST_MEDIA = 32

/** Media that only an older version had; what is said of the others now stays. */
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
