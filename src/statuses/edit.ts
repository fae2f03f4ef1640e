import { lockRow } from '../db/expressions.ts'
import { ValidationFailed } from '../errors.ts'
import { attachMedia, checkMedia } from '../media/attachments.ts'
import { changeDetails, type MediaDetails } from '../media/details.ts'
import type { MediaAttachment } from '../media/serializer.ts'
import type { NewPoll } from '../polls/create.ts'
import { editPoll } from '../polls/edit.ts'
import type { Tx } from '../transact.ts'
import { addressesIn } from './collections.ts'
import { checkText, filledText, readContent } from './content.ts'
import { unkeptVersion } from './history.ts'
import { getOwnStatus, type StatusRow } from './queries.ts'
import { keepQuoteFallback } from './quotes/fallback.ts'
import { reviseStatus } from './revise.ts'

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
    hasAttachment: edit.mediaIds.length > 0 || before.quote_id !== null,
  })
  const media = await checkMedia(tx.db, accountId, edit.mediaIds, statusId)
  const original = await unkeptVersion(tx.db, before)
  const poll = await editPoll(tx, { accountId, statusId }, before.poll_id, edit.poll)
  const detailsChanged = await changeAllDetails(tx, media, edit.mediaDetails)
  const after = nextVersion(before, edit, media)
  if (!poll.changed && !detailsChanged && sameContent(before, after)) return
  await attachMedia(tx, statusId, media)
  const { html, mentioned, tagNames } = await readContent(tx, after.text)
  await reviseStatus(tx, before, original, {
    text: after.text,
    html: await keepQuoteFallback(tx.db, before.quote_id, html),
    spoilerText: after.spoiler_text,
    sensitive: after.sensitive,
    language: after.language,
    mediaIds: after.media_ids,
    pollId: poll.pollId,
    mentions: mentioned.map((account) => ({ accountId: account.id, silent: false })),
    tags: tagNames,
    addresses: addressesIn(after.text),
    // edits at once wait for each other, and the later one may have begun first
    at: Math.max(tx.now, (before.edited_at ?? before.created_at) + 1),
  })
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
