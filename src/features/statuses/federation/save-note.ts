import { isGone } from '../../../kernel/activitypub/tombstones.ts'
import { DAY } from '../../../kernel/base/durations.ts'
import { limitedTo } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { insertRemotePoll } from '../../polls/remote.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { noteRemoteQuote } from '../quotes/receive-quote.ts'
import { limited, noteScreened, type Screened } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import { enqueueCollections } from '../write/collections.ts'
import { insertMentions } from '../write/mentions.ts'
import {
  addSearchText,
  classesOfStored,
  countStatus,
  freeId,
  insertStatus,
  type StatusToStore,
} from '../write/store.ts'
import { addTags } from '../write/tagging.ts'
import { mayAnswer } from './access-check.ts'
import { applyToStored } from './apply-update.ts'
import { conversationFor } from './conversation.ts'
import { enqueueMentions, enqueueParent } from './job-kinds.ts'
import { findNamed, type Named } from './named-actors.ts'
import { findStoredByUri } from './queries.ts'
import type { RemoteNote } from './reading/note.ts'
import type { RemoteAuthor } from './remote-author.ts'
import { saveEmojis, saveMedia } from './save-attachments.ts'
import { keepsOut, screenNote } from './screen-note.ts'

/** A received status whose author is proved. */
export interface Arrival {
  author: RemoteAuthor
  note: RemoteNote
  /** its author sent it; false: it was fetched */
  delivered: boolean
  /** the status that it replies to, if known */
  parent: StatusRow | null
  /** maximum of levels above it to fetch */
  ancestors: number
  /** the automatic rules that apply */
  screening: Screening
  /** it was recent when it arrived, and the staff approves it now */
  released?: boolean
}

/** ms within which a delivered status reaches timelines and notifications */
const RECENT = DAY

/**
 * Stores a remote status once: if it is stored already, it at most reaches its readers now, or gets
 * an older version in its history.
 *
 * @returns null if it may not be stored: deleted before, another author's, a reply to a status that
 * its author may not see (A18), or rejected or held by a rule
 */
export async function saveNote(tx: Tx, arrival: Arrival): Promise<StatusRow | null> {
  const { author, note, parent, delivered, screening } = arrival
  const live = arrival.released === true || (delivered && note.createdAt > tx.now - RECENT)
  const known = await findStoredByUri(tx.db, note.uri)
  if (known !== null) return applyToStored(tx, known, { author, note, screening, live })
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
    visibility: limitedTo(limited(screened, note.visibility), author.silenced),
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

/** Adds all rows that reference the status row. */
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
  const mediaIds = await saveMedia(tx, { author, note, statusId })
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
  await saveEmojis(tx, author, note)
  await countStatus(tx, status)
  await addSearchText(tx, status, mediaIds.length > 0)
  const unanswered = note.inReplyTo !== null && arrival.parent === null
  if (unanswered && arrival.ancestors > 0) {
    enqueueParent(tx, { statusId, uri: note.inReplyTo!, ancestors: arrival.ancestors - 1 })
  }
  if (arrival.delivered) enqueueMentions(tx, statusId, unknown)
}
