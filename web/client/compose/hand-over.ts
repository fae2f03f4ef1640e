import { savingEnds } from './autosave.ts'
import { type Composition, finish } from './composition.ts'
import { saveLocalDraft } from './local-drafts.ts'

/**
 * Lets another window go on with a text, which finds it in the browser's storage. What is on its way to the drafts
 * arrives first, as it would take the place of what is written there.
 * @returns false if it is being posted
 */
export async function handOver(composition: Composition): Promise<boolean> {
  await savingEnds(composition)
  if (composition.done) return true
  if (composition.sending.peek() !== null) return false
  saveLocalDraft(composition.writing.peek(), true)
  finish(composition)
  return true
}
