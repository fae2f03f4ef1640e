import { useRef } from 'preact/hooks'
import { Dialog } from '../../shared/components/dialog.tsx'
import { ErrorNotice, Loading } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import { Composer } from './composer.tsx'
import type { Composition } from './composition.ts'
import './compose.css'
import './compose-parts.css'
import { leave, putDown } from './autosave.ts'
import { EarlyText } from './early-text.tsx'
import { type Intent, intent } from './open-composer.ts'
import { hearSent } from './sent.ts'
import { startWriting } from './start-writing.ts'
import { useComposerSession } from './use-composer-session.ts'
import type { Writing } from './writing.ts'

hearSent()

/** Makes a draft of what was typed into a composer that was closed before this was loaded. */
export async function keepTyped(wanted: Intent): Promise<void> {
  await startWriting(wanted).then(putDown, () => {})
}

/** The composer above the page: all of the screen on a phone. */
export function ComposerWindow({ intent: wanted }: { intent: Intent }) {
  const leaveHere = () => {
    if (intent.peek() === wanted) intent.value = null
  }
  const { composition, error, retry } = useComposerSession(wanted, leaveHere)
  const isLeaving = useRef(false)
  const close = async () => {
    if (isLeaving.current) return
    isLeaving.current = true
    const isLeft = composition === null || (await leave(composition))
    isLeaving.current = false
    if (isLeft) leaveHere()
  }
  return (
    <Dialog title={titleOf(wanted, composition)} onClose={() => void close()}>
      <div class="composer-window">
        {composition !== null ? (
          <Composer composition={composition} onSent={() => void close()} onPopOut={leaveHere} />
        ) : error === null ? (
          <div class="composer-early">
            <EarlyText />
            <Loading />
          </div>
        ) : (
          <ErrorNotice error={error} retry={retry} />
        )}
      </div>
    </Dialog>
  )
}

function titleOf(wanted: Intent, composition: Composition | null): string {
  if (composition !== null) return titleOfWriting(composition.writing.value)
  return wanted.replyTo === undefined ? t('New post') : t('Reply|a post')
}

export function titleOfWriting(writing: Writing): string {
  if (writing.editId !== null) return t('Edit post')
  if (writing.scheduled !== null) return t('Edit scheduled post')
  if (writing.replyTo !== null) return t('Reply|a post')
  return writing.quote === null ? t('New post') : t('Quote|a post')
}
