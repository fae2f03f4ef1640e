import { tellProblem } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import { type Composition, isWritten } from './composition.ts'
import { handOver } from './hand-over.ts'
import { saveLocalDraft } from './local-drafts.ts'

/** Whether all files are at the server: what is still on its way goes with the window that sends it. */
export const canPopOut = ({ writing, sending }: Composition): boolean =>
  sending.value === null &&
  writing.value.parts.every(({ media }) => media.every(({ state }) => state === 'ready'))

/** Goes on with a text in a window of its own. @param onGone the text is no longer written here */
export function popOut(composition: Composition, onGone: () => void): void {
  const writing = composition.writing.peek()
  // the window looks for it there, also while nothing is written
  saveLocalDraft(writing, true)
  const query = new URLSearchParams({ pop: '1', slot: writing.slot })
  const opened = window.open(`/publish?${query}`, `rookery-${writing.key}`, FEATURES)
  if (opened === null) {
    saveLocalDraft(writing, isWritten(composition))
    tellProblem([
      t('Your browser did not let the window open.'),
      t('Allow this page to open windows, or go on writing here.'),
    ])
    return
  }
  void handOver(composition).then((isGone) => isGone && onGone())
}

const FEATURES = 'popup,width=560,height=720'
