import { isGone } from '../../activitypub/tombstones.ts'
import { insertRemotePoll } from '../../polls/remote.ts'
import type { Tx } from '../../transact.ts'
import { enqueueCollections } from '../collections.ts'
import { insertMentions } from '../mentions.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { noteRemoteQuote } from '../quotes/incoming.ts'
import { limited, noteScreened, type Screened } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import {
  addSearchText,
  classesOfStored,
  countStatus,
  freeId,
  insertStatus,
  type StatusToStore,
} from '../store.ts'
import { addTags } from '../tagging.ts'
import type { RemoteAuthor } from './author.ts'
import { conversationFor } from './conversation.ts'
import { bringKnown } from './known.ts'
import { findNamed, type Named } from './named.ts'
import { enqueueMentions, enqueueParent } from './queue.ts'
import type { RemoteNote } from './reading/note.ts'
import { keepEmojis, keepMedia } from './save-parts.ts'
import { keepsOut, screenNote } from './screen-note.ts'
import { findStoredByUri } from './stored.ts'
import { mayAnswer } from './visible.ts'

/** A status on its way in; who wrote it is certain. */
export interface Arrival {
  author: RemoteAuthor
  note: RemoteNote
  /** its author sent it; otherwise it was fetched */
  delivered: boolean
  /** what it replies to, if that is known */
  parent: StatusRow | null
  /** levels above it that may be fetched */
  ancestors: number
  /** by which automatic rules it is looked at */
  screening: Screening
  /** it was news when it came, and the staff lets it through now */
  released?: boolean
}

/** ms within which what is delivered is news */
const NEWS = 86_400_000

/**
 * Stores a status of another server, once: one that is stored already is at most brought to its
 * readers, or gets an older version into its history.
 *
 * @returns null if it may not be stored: deleted before, another author's, a reply to what its
 *   author must not see (A18), or refused or held back by a rule
 */
export async function saveNote(tx: Tx, arrival: Arrival): Promise<StatusRow | null> {
  const { author, note, parent, delivered, screening } = arrival
  const live = arrival.released === true || (delivered && note.createdAt > tx.now - NEWS)
  const known = await findStoredByUri(tx.db, note.uri)
  if (known !== null) return bringKnown(tx, known, { author, note, screening, live })
  if (await isGone(tx.db, note.uri, author.uri)) return null
  if (parent !== null && !(await mayAnswer(tx.db, author.id, parent))) return null
  const named = await findNamed(tx, author, note)
  const isReply = note.inReplyTo !== null
  const screened = await screenNote(tx, arrival, { named, isReply, visibility: note.visibility })
  if (screened !== null && (await keepsOut(tx, screened, arrival, live))) return null
  const status = await statusOf(tx, arrival, { live, screened })
  if (!(await insertStatus(tx, status))) {
    const other = await findStoredByUri(tx.db, note.uri)
    return other === null || other.account_id !== author.id ? null : other
  }
  await addParts(tx, arrival, { status, named })
  await noteScreened(tx, screened, status.id)
  tx.emit({ type: 'status.created', statusId: status.id, accountId: author.id, live })
  return findStatus(tx.db, status.id)
}

async function statusOf(
  tx: Tx,
  arrival: Arrival,
  { live, screened }: { live: boolean; screened: Screened | null },
): Promise<StatusToStore> {
  const { author, note, parent } = arrival
  const answered = parent?.reblog_of_id === null ? parent : null
  return {
    id: await freeId(tx, note.createdAt),
    accountId: author.id,
    uri: note.uri,
    url: note.url,
    visibility:
      author.silenced && note.visibility === 'public'
        ? 'unlisted'
        : limited(screened, note.visibility),
    text: note.text,
    html: note.html,
    spoilerText: note.spoilerText,
    sensitive: note.sensitive || screened?.markSensitive === true,
    language: note.language,
    parent: answered,
    conversationId: await conversationFor(tx, note.conversationUri, answered),
    applicationId: null,
    pollId: note.poll === null ? null : tx.newId(),
    mediaIds: [],
    local: false,
    createdAt: note.createdAt,
    editedAt: note.editedAt,
    quiet: !live,
    quotePolicy: note.quotePolicy,
    repliesUri: note.repliesUri,
    refreshedAt: tx.now,
  }
}

/** All that hangs on the row. */
async function addParts(
  tx: Tx,
  arrival: Arrival,
  { status, named }: { status: StatusToStore; named: Named },
): Promise<void> {
  const { author, note } = arrival
  const { id: statusId } = status
  const { mentions, unknown } = named
  if (status.pollId !== null && note.poll !== null) {
    const owner = { pollId: status.pollId, statusId, accountId: author.id }
    await insertRemotePoll(tx, owner, note.poll)
  }
  const mediaIds = await keepMedia(tx, { author, note, statusId })
  if (mediaIds.length > 0) {
    await tx.db
      .updateTable('status')
      .set({ media_ids: JSON.stringify(mediaIds), ...classesOfStored(status, mediaIds) })
      .where('id', '=', statusId)
      .execute()
  }
  await insertMentions(tx.db, statusId, mentions)
  await noteRemoteQuote(tx, { id: statusId, account_id: author.id }, note.quote)
  await addTags(tx, status, note.tags)
  enqueueCollections(tx, statusId, note.collectionUris)
  await keepEmojis(tx, author, note)
  await countStatus(tx, status)
  await addSearchText(tx, status, mediaIds.length > 0)
  const unanswered = note.inReplyTo !== null && arrival.parent === null
  if (unanswered && arrival.ancestors > 0) {
    enqueueParent(tx, { statusId, uri: note.inReplyTo!, ancestors: arrival.ancestors - 1 })
  }
  if (arrival.delivered) enqueueMentions(tx, statusId, unknown)
}
