import { useMemo } from 'preact/hooks'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { go, place } from '../../../shared/router.ts'
import { leave } from '../../compose/autosave.ts'
import { Composer } from '../../compose/composer.tsx'
import { titleOfWriting } from '../../compose/composer-window.tsx'
import '../../compose/compose.css'
import '../../compose/compose-parts.css'
import { findLocalDraft } from '../../compose/local-drafts.ts'
import type { Intent } from '../../compose/open-composer.ts'
import { useComposerSession } from '../../compose/use-composer-session.ts'
import { isPopOut } from '../../state/pop-out.ts'
import './publish.css'

/**
 * The composer as a page: for links to it, for what other programs share (`?text=&url=&title=`), and in a window of
 * its own (`?pop=1`), which goes on with what is kept in this browser (`&slot=`).
 */
export function Page() {
  const { title = '', text = '', url = '', slot = '' } = place.value.query
  const intent = useMemo<Intent>(() => {
    const kept = isPopOut ? findLocalDraft(slot) : null
    if (kept !== null) return { kept }
    const shared = sharedText(title, text, url)
    return shared === '' ? {} : { text: shared }
  }, [title, text, url, slot])
  const { composition, error, retry } = useComposerSession(intent, end)
  const isWrittenHere = composition !== null && isPopOut
  return (
    <>
      <PageHead title={isWrittenHere ? titleOfWriting(composition.writing.value) : t('New post')} />
      <div class="publish-page">
        {composition !== null ? (
          <Composer composition={composition} onSent={() => void leave(composition).then(end)} />
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={error} retry={retry} />
        )}
      </div>
    </>
  )
}

function end(): void {
  if (isPopOut) {
    close()
    // which browsers refuse where somebody opened the window by hand
    location.assign('/home')
  } else go('/home')
}

/** Programs put the address into the text as often as beside it. */
function sharedText(title: string, text: string, url: string): string {
  const parts = [title, text].filter((part) => part !== '')
  if (url !== '' && !text.includes(url)) parts.push(url)
  return parts.join('\n\n')
}
