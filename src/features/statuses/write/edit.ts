import { Unprocessable, ValidationFailed } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { isHeld } from '../../automod/held.ts'
import { attachMedia, checkMedia } from '../../media/attachments.ts'
import { changeDetails, type MediaDetails } from '../../media/details.ts'
import type { MediaAttachment } from '../../media/serializer.ts'
import type { NewPoll } from '../../polls/create.ts'
import { editPoll } from '../../polls/edit.ts'
import { getOwnStatus, type StatusRow } from '../queries.ts'
import { keepQuoteFallback } from '../quotes/fallback.ts'
import { unstoredVersion } from '../read/history.ts'
import { hashesOf, type Said, saidByContent } from '../screening/facts.ts'
import { limited, noteScreened, refusal, screenStatus } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import { addressesIn } from './collections.ts'
import { type Content, checkText, filledText, readContent } from './content.ts'
import { forgetBlocked } from './mentions.ts'
import { reviseStatus } from './revise.ts'

/** The complete content of the status after the edit. */
export interface StatusEdit {
  accountId: string
  statusId: string
  text: string
  spoilerText: string
  sensitive: boolean
  /** undefined: unchanged */
  language: string | undefined
  mediaIds: string[]
  /** new descriptions and focal points of its media */
  mediaDetails: { id: string; details: MediaDetails }[]
  poll: NewPoll | null
  /** the automatic rules that apply */
  screening: Screening
}

/**
 * Edits a status. Unchanged input has no effect (S-334).
 *
 * @throws NotFound if it is not the account's own
 * @throws ValidationFailed as `createStatus`, and for a reblog
 * @throws RefusedByRule if a rule rejects or would hold the edit
 * @throws Unprocessable while the status itself is held for the staff
 * @see https://docs.joinmastodon.org/methods/statuses/#edit
 */
export async function editStatus(tx: Tx, edit: StatusEdit): Promise<void> {
  const { accountId, statusId } = edit
  await lockRow(tx.db, 'status', statusId)
  const before = await getOwnStatus(tx.db, accountId, statusId)
  if (before.reblog_of_id !== null) throw new ValidationFailed('A boost cannot be edited')
  if (before.visibility === 'direct' && (await isHeld(tx.db, statusId))) {
    throw new Unprocessable(
      'This post waits for a look by the moderators and cannot be changed meanwhile. Delete it to write it anew',
    )
  }
  checkText({
    ...filledText(edit.text, edit.spoilerText),
    hasAttachment: edit.mediaIds.length > 0 || before.quote_id !== null,
  })
  const media = await checkMedia(tx.db, accountId, edit.mediaIds, statusId)
  const original = await unstoredVersion(tx.db, before)
  const poll = await editPoll(tx, { accountId, statusId }, before.poll_id, edit.poll)
  const detailsChanged = await changeAllDetails(tx, media, edit.mediaDetails)
  const after = nextVersion(before, edit, media)
  if (!poll.changed && !detailsChanged && sameContent(before, after)) return
  await attachMedia(tx, statusId, media)
  const content = await readContent(tx, accountId, after.text)
  const by = { accountId, origin: 'local' as const }
  const saying = () => saidInEdit(edit, before, after, { content, media })
  const screened = await screenStatus(tx, edit.screening, by, saying)
  // holding an edit would need two versions at once: a rejected edit can be posted as a new status
  // instead
  if (screened !== null && (screened.reject ?? screened.hold) !== null) throw refusal(screened)
  await noteScreened(tx, screened, statusId)
  const { html, mentioned, tagNames } = content
  await forgetBlocked(tx, before)
  await reviseStatus(tx, before, original, {
    visibility: limited(screened, before.visibility),
    text: after.text,
    html: await keepQuoteFallback(tx.db, before.quote_id, html),
    spoilerText: after.spoiler_text,
    sensitive: after.sensitive || screened?.markSensitive === true,
    language: after.language,
    mediaIds: after.media_ids,
    pollId: poll.pollId,
    mentions: mentioned.map((account) => ({ accountId: account.id, silent: false })),
    tags: tagNames,
    addresses: addressesIn(after.text),
    // concurrent edits run one after the other, and the later one may have started first
    at: Math.max(tx.now, (before.edited_at ?? before.created_at) + 1),
  })
}

/** The edited version in the form that rules match. */
function saidInEdit(
  edit: StatusEdit,
  before: StatusRow,
  after: NextVersion,
  { content, media }: { content: Content; media: readonly MediaAttachment[] },
): Said {
  const described = new Map(edit.mediaDetails.map(({ id, details }) => [id, details.description]))
  return {
    ...saidByContent(content),
    text: after.text,
    spoilerText: after.spoiler_text,
    more: [
      ...(edit.poll?.options ?? []),
      ...media.map(({ id, description }) => described.get(id) ?? description ?? ''),
    ],
    mediaCount: media.length,
    mediaHashes: hashesOf(edit.screening, after.media_ids),
    sensitive: after.sensitive,
    language: after.language,
    visibility: before.visibility,
    isReply: before.in_reply_to_id !== null,
  }
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
