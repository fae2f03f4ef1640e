import { lockRow } from '../db/expressions.ts'
import { idIn } from '../db/id-in.ts'
import { indexStatus } from '../db/search.ts'
import { ValidationFailed } from '../errors.ts'
import { attachMedia, checkMedia } from '../media/attachments.ts'
import { changeDetails, type MediaDetails } from '../media/details.ts'
import type { MediaAttachment } from '../media/serializer.ts'
import type { NewPoll } from '../polls/create.ts'
import { editPoll } from '../polls/edit.ts'
import { countTagUses, ensureTags, tagStatus } from '../tags/tags.ts'
import type { Tx } from '../transact.ts'
import { checkText, filledText, readContent } from './content.ts'
import { insertMentions } from './create.ts'
import { insertVersion, unkeptVersion, versionOf } from './history.ts'
import { getOwnStatus, type StatusRow } from './queries.ts'
import { searchTextOf } from './search-text.ts'

/** All that the status shall say and have from now on. */
export interface StatusEdit {
  accountId: string
  statusId: string
  text: string
  spoilerText: string
  sensitive: boolean
  /** undefined: as it was */
  language: string | undefined
  mediaIds: string[]
  /** what is said of its media from now on */
  mediaDetails: { id: string; details: MediaDetails }[]
  poll: NewPoll | null
}

/**
 * Edits a status. Unchanged input leaves no trace (S-334).
 *
 * @throws NotFound if it is not the account's own
 * @throws ValidationFailed as `createStatus`, and for a reblog
 * @see https://docs.joinmastodon.org/methods/statuses/#edit
 */
export async function editStatus(tx: Tx, edit: StatusEdit): Promise<void> {
  const { accountId, statusId } = edit
  await lockRow(tx.db, 'status', statusId)
  const before = await getOwnStatus(tx.db, accountId, statusId)
  if (before.reblog_of_id !== null) throw new ValidationFailed('A boost cannot be edited')
  checkText({
    ...filledText(edit.text, edit.spoilerText),
    hasAttachment: edit.mediaIds.length > 0,
  })
  const media = await checkMedia(tx.db, accountId, edit.mediaIds, statusId)
  const original = await unkeptVersion(tx.db, before)
  const poll = await editPoll(tx, { accountId, statusId }, before.poll_id, edit.poll)
  const detailsChanged = await changeAllDetails(tx, media, edit.mediaDetails)
  const after = nextVersion(before, edit, media)
  if (!poll.changed && !detailsChanged && sameContent(before, after)) return
  await attachMedia(tx, statusId, media)
  await storeVersion(tx, before, { ...after, poll_id: poll.pollId })
  if (original !== null) await insertVersion(tx, statusId, original)
  const now = await getOwnStatus(tx.db, accountId, statusId)
  await insertVersion(tx, statusId, await versionOf(tx.db, now, tx.now))
  tx.emit({ type: 'status.edited', statusId, accountId })
}

type NextVersion = Pick<StatusRow, 'text' | 'spoiler_text' | 'sensitive' | 'language' | 'media_ids'>

function nextVersion(
  before: StatusRow,
  edit: StatusEdit,
  media: readonly MediaAttachment[],
): NextVersion {
  const { text, spoilerText } = filledText(edit.text, edit.spoilerText)
  return {
    text,
    spoiler_text: spoilerText,
    sensitive: edit.sensitive || edit.spoilerText.trim() !== '',
    language: edit.language ?? before.language,
    media_ids: media.map((item) => item.id),
  }
}

function sameContent(before: StatusRow, after: NextVersion): boolean {
  return (
    before.text === after.text &&
    before.spoiler_text === after.spoiler_text &&
    before.sensitive === after.sensitive &&
    before.language === after.language &&
    before.media_ids.join() === after.media_ids.join()
  )
}

async function changeAllDetails(
  tx: Tx,
  media: readonly MediaAttachment[],
  changes: StatusEdit['mediaDetails'],
): Promise<boolean> {
  let changed = false
  for (const { id, details } of changes) {
    if (!media.some((item) => item.id === id)) continue
    if (await changeDetails(tx, id, details)) changed = true
  }
  return changed
}

async function storeVersion(
  tx: Tx,
  before: StatusRow,
  after: NextVersion & { poll_id: string | null },
): Promise<void> {
  const { id } = before
  const { html, mentioned, tagNames } = await readContent(tx, after.text)
  await tx.db
    .updateTable('status')
    .set({
      ...after,
      content: html,
      media_ids: JSON.stringify(after.media_ids),
      edited_at: tx.now,
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await changeMentions(
    tx,
    id,
    mentioned.map((account) => account.id),
  )
  const newTags = await tagStatus(tx, id, await ensureTags(tx, tagNames))
  if (before.visibility === 'public') await countTagUses(tx, newTags, before.account_id)
  await indexStatus(tx.db, { id, text: await searchTextOf(tx.db, id) })
}

/** Whom it names no more stays able to see it, but is not named. */
async function changeMentions(tx: Tx, statusId: string, accountIds: string[]): Promise<void> {
  const dropped = tx.db
    .updateTable('mention')
    .set({ silent: true })
    .where('status_id', '=', statusId)
  await (accountIds.length === 0
    ? dropped
    : dropped.where((eb) => eb.not(idIn(tx.db, 'account_id', accountIds)))
  ).execute()
  await insertMentions(tx.db, statusId, accountIds)
}
