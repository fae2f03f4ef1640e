import { ApiError } from '../../shared/api-error.ts'
import type { ScheduledThread } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { account, instance, preferences, readServer } from '../state/server.ts'
import { takeBack } from './autosave.ts'
import { type Composition, createComposition } from './composition.ts'
import { findOrNull } from './find-status.ts'
import {
  answering,
  bringsText,
  goesOn,
  ofScheduled,
  ofStatus,
  plainWriting,
  slotOf,
  withGiven,
} from './initial-writing.ts'
import { defaultLanguage } from './languages.ts'
import {
  deleteLocalDraft,
  findLocalCopy,
  findLocalDraft,
  type LocalDraft,
  rememberInitial,
} from './local-drafts.ts'
import type { Intent } from './open-composer.ts'
import { draftChanges } from './sent.ts'
import { draftWriting, saveAsDraft } from './server-drafts.ts'
import type { Writing } from './writing.ts'
import { type Claim, claim, takeOver } from './writing-claims.ts'

/**
 * Begins to write: with what the intent brings, or goes on with what was kept of the same.
 * @throws ApiError if something that is needed could not be read
 */
export async function startWriting(intent: Intent): Promise<Composition> {
  if (instance.peek() === null || preferences.peek() === null || account.peek() === null) {
    await readServer()
  }
  const wanted = intent.kept?.writing.slot ?? slotOf(intent)
  const before = bringsText(intent) ? null : takeBack(wanted, intent.draftId)
  if (before !== null) return before
  const { slot, claim } = await claimFor(intent, wanted)
  try {
    const composition = await begin(intent, slot)
    composition.claim = claim
    return composition
  } catch (error) {
    claim.release()
    throw error
  }
}

/**
 * Nobody else writes it as long as it is open here. What was begun goes on here, from another window, too; something
 * new stands beside what another window writes.
 */
async function claimFor(intent: Intent, wanted: string): Promise<{ slot: string; claim: Claim }> {
  const slot = keptFor(intent, wanted)?.writing.slot ?? wanted
  const claimed = goesOn(intent) ? await takeOver(slot) : await claim(slot)
  if (claimed !== null) return { slot, claim: claimed }
  if (goesOn(intent)) {
    throw new ApiError(409, { error: t('It is being posted in another window.') })
  }
  return claimFor(intent, `${wanted}:${crypto.randomUUID()}`)
}

async function begin(intent: Intent, slot: string): Promise<Composition> {
  // another window may have changed it until now
  const kept = keptFor(intent, slot) ?? intent.kept ?? null
  if (kept !== null && !bringsText(intent)) return resume(kept)
  if (kept !== null) void putAside(kept)
  const { writing, notice } = await writingOf(intent, slot)
  const composition = createComposition(writing)
  composition.notice.value = notice
  rememberInitial(slot, composition.initial)
  return composition
}

/** The copy in this browser; of a draft, also one that was begun in another way and then saved as that draft. */
function keptFor({ draftId }: Intent, slot: string): LocalDraft | null {
  return findLocalDraft(slot) ?? (draftId === undefined ? null : findLocalCopy(draftId))
}

/** Makes a draft of the text that stood there before, which is then no longer kept here besides. */
async function putAside({ writing, at }: LocalDraft): Promise<void> {
  try {
    await saveAsDraft(writing)
  } catch {
    return // it stays as long as nothing is written in its place
  }
  if (findLocalDraft(writing.slot)?.at === at) deleteLocalDraft(writing.slot)
  draftChanges.value += 1
}

/** Goes on with what this browser kept. */
function resume({ writing, initial, hasLostFiles }: LocalDraft): Composition {
  rememberInitial(writing.slot, initial)
  const composition = createComposition(writing, initial)
  if (hasLostFiles) {
    composition.notice.value = t('Some files were not uploaded yet when you left. Add them again.')
  }
  return composition
}

interface Begun {
  writing: Writing
  notice: string
}

async function writingOf(intent: Intent, slot: string): Promise<Begun> {
  const plain = plainWriting(slot, preferences.peek(), defaultLanguage())
  if (intent.draftId !== undefined) return draftWriting(plain, intent.draftId)
  const whole = intent.edit ?? intent.redraft
  if (whole !== undefined) return fromStatus(plain, whole, intent.edit !== undefined)
  if (intent.scheduled !== undefined) return fromScheduled(plain, intent.scheduled)
  const { replyTo } = intent
  const writing = replyTo === undefined ? plain : answering(plain, replyTo, account.peek()?.id)
  return { writing: withGiven(writing, intent), notice: '' }
}

async function fromStatus(
  plain: Writing,
  whole: NonNullable<Intent['edit']>,
  isEdit: boolean,
): Promise<Begun> {
  const replyTo = await findOrNull(whole.status.in_reply_to_id)
  const writing = ofStatus(plain, whole, { isEdit, replyTo: replyTo.status })
  return { writing, notice: isEdit ? '' : replyTo.notice }
}

async function fromScheduled(plain: Writing, scheduled: ScheduledThread): Promise<Begun> {
  const params = scheduled.posts[0]?.params
  const [replyTo, quote] = await Promise.all([
    findOrNull(params?.in_reply_to_id ?? null),
    findOrNull(params?.quoted_status_id ?? null),
  ])
  const belongsTo = { replyTo: replyTo.status, quote: quote.status }
  return {
    writing: ofScheduled(plain, scheduled, belongsTo),
    notice: replyTo.notice || quote.notice,
  }
}
