import { effect } from '@preact/signals'
import { ask } from '../../shared/components/dialog.tsx'
import { tell, tellError } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import {
  activePart,
  type Composition,
  changePart,
  changeWriting,
  finish,
  isWritten,
  letGo,
} from './composition.ts'
import { takeEarlyText } from './early-text.tsx'
import { deleteLocalDraft, findLocalDraft } from './local-drafts.ts'
import { openComposer } from './open-composer.ts'
import { draftChanges } from './sent.ts'
import { deleteDraft, saveAsDraft } from './server-drafts.ts'
import { contentsOf } from './writing.ts'

/** ms after the last change until the server has it, too */
const QUIET = 5000
/** characters from which it would be a loss */
const SUBSTANTIAL = 20

/** Saving happens one after the other, so that there is one draft of it. */
const saving = new WeakMap<Composition, Promise<void>>()

/** Saves it at the server; a file that is still on its way is in this browser alone. */
function save(composition: Composition): Promise<void> {
  const before = saving.get(composition) ?? Promise.resolve()
  const next = before
    .catch(() => {})
    .then(async () => {
      if (composition.done) return
      changeWriting(composition, { isDraftSent: true })
      const draft = await saveAsDraft(composition.writing.peek())
      changeWriting(composition, { draftId: draft.id })
      draftChanges.value += 1
    })
  saving.set(composition, next)
  return next
}

/** those that are being kept, by their slot: closing the composer takes it off the page, too */
const kept = new Map<string, { composition: Composition }>()

/** A composition that was closed a moment ago and is not kept yet: it goes on as it is, and becomes one draft. */
export function takeBack(slot: string, draftId: string | undefined): Composition | null {
  const isIt = ({ writing }: Composition) =>
    writing.peek().slot === slot || (draftId !== undefined && writing.peek().draftId === draftId)
  const found = [...kept.values()].find(({ composition }) => isIt(composition))
  if (found === undefined) return null
  kept.delete(found.composition.writing.peek().slot)
  return found.composition
}

/** Resolves when nothing is on its way to the drafts any more. */
export const savingEnds = async (composition: Composition): Promise<void> => {
  await saving.get(composition)?.catch(() => {})
}

/** An edit or a scheduled post changes a post that the server has, so it cannot become a draft. */
const canBeDraft = ({ writing }: Composition): boolean =>
  writing.peek().editId === null && writing.peek().scheduled === null

function isSubstantial({ writing }: Composition): boolean {
  const { parts } = writing.peek()
  const characters = parts.reduce((sum, { text }) => sum + text.trim().length, 0)
  return characters >= SUBSTANTIAL || parts.some(({ media }) => media.length > 0)
}

/** Saves to the server a while after the last change. @returns ends it */
export function startAutosave(composition: Composition): () => void {
  let timer = 0
  let saved = contentsOf(composition.writing.peek())
  const stop = effect(() => {
    const now = contentsOf(composition.writing.value)
    clearTimeout(timer)
    if (now === saved) return
    timer = window.setTimeout(() => {
      if (composition.done || composition.sending.peek() !== null) return
      if (!canBeDraft(composition) || !isWritten(composition) || !isSubstantial(composition)) return
      saved = now
      // it is kept in this browser, and the next change tries again
      save(composition).catch(() => {})
    }, QUIET)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** When the person closes the composer. @returns whether it may go */
export async function leave(composition: Composition): Promise<boolean> {
  if (composition.done) return true
  if (composition.sending.peek() !== null) return false
  if (!isWritten(composition)) {
    forget(composition)
    return true
  }
  if (canBeDraft(composition)) {
    keepUnsent(composition)
    return true
  }
  const isDiscarded = await ask({
    title: t('Discard your changes?'),
    text: t('What you changed is not saved yet.'),
    confirm: t('Discard the changes'),
    danger: true,
  })
  if (isDiscarded) forget(composition)
  return isDiscarded
}

function forget(composition: Composition): void {
  finish(composition)
  deleteLocalDraft(composition.writing.peek().slot)
}

/** Keeps as a draft what was neither sent nor thrown away, and says so. */
export function keepUnsent(composition: Composition): void {
  const { slot } = composition.writing.peek()
  if (composition.done || kept.get(slot)?.composition === composition) return
  if (!isWritten(composition) || !canBeDraft(composition)) {
    letGo(composition)
    return
  }
  const keeping = { composition }
  kept.set(slot, keeping)
  void keepAsDraft(keeping, slot)
}

/** Puts down what is closed, with what was typed before it could be drawn. */
export function putDown(composition: Composition): void {
  const early = !composition.done && canBeDraft(composition) ? takeEarlyText() : ''
  if (early !== '') {
    const { key, text } = activePart(composition)
    changePart(composition, key, { text: text + early })
  }
  keepUnsent(composition)
}

async function keepAsDraft(keeping: { composition: Composition }, slot: string): Promise<void> {
  const { composition } = keeping
  const isSaved = await save(composition).then(
    () => true,
    () => false,
  )
  // somebody writes on, or did and closed it again
  if (kept.get(slot) !== keeping) return
  kept.delete(slot)
  finish(composition)
  if (!isSaved) {
    tell(t('Your text is kept in this browser.'), [{ label: t('Go on'), run: () => reopen(slot) }])
    return
  }
  deleteLocalDraft(slot)
  const { draftId } = composition.writing.peek()
  if (draftId === null) return
  tell(t('Draft saved.'), [
    { label: t('Go on'), run: () => openComposer({ draftId }) },
    { label: t('Discard'), run: () => void discard(draftId) },
  ])
}

function reopen(slot: string): void {
  const kept = findLocalDraft(slot)
  if (kept !== null) openComposer({ kept })
}

async function discard(draftId: string): Promise<void> {
  try {
    await deleteDraft(draftId)
    draftChanges.value += 1
    tell(t('The draft is deleted.'))
  } catch (error) {
    tellError(error)
  }
}
