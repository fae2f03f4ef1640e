import { useRef } from 'preact/hooks'
import { Dialog } from '../../shared/components/dialog.tsx'
import { ErrorNotice, Loading } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import { Composer } from './composer.tsx'
import type { Composition } from './composition.ts'
import './compose.css'
import './compose-parts.css'
import { leave } from './leave.ts'
import { type Intent, intent } from './open.ts'
import { useBegun } from './use-begun.ts'
import type { Writing } from './writing.ts'

/** The composer above the page: all of the screen on a phone. */
export function ComposerWindow({ intent: wanted }: { intent: Intent }) {
  const { composition, error, retry } = useBegun(wanted)
  const isLeaving = useRef(false)
  const close = async () => {
    if (isLeaving.current) return
    isLeaving.current = true
    const isLeft = composition === null || (await leave(composition))
    isLeaving.current = false
    if (isLeft && intent.peek() === wanted) intent.value = null
  }
  return (
    <Dialog title={titleOf(wanted, composition)} onClose={() => void close()}>
      <div class="composer-window">
        {composition !== null ? (
          <Composer composition={composition} onSent={() => void close()} />
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={error} retry={retry} />
        )}
      </div>
    </Dialog>
  )
}

function titleOf(wanted: Intent, composition: Composition | null): string {
  if (composition !== null) return titleOfWriting(composition.writing.value)
  return wanted.replyTo === undefined ? t('New post') : t('Reply')
}

export function titleOfWriting(writing: Writing): string {
  if (writing.editId !== null) return t('Edit post')
  if (writing.scheduled !== null) return t('Edit scheduled post')
  if (writing.replyTo !== null) return t('Reply')
  return writing.quote === null ? t('New post') : t('Quote')
}
