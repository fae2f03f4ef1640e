import { useMemo } from 'preact/hooks'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { go, place } from '../../../shared/router.ts'
import { Composer } from '../../compose/composer.tsx'
import '../../compose/compose.css'
import '../../compose/compose-parts.css'
import type { Intent } from '../../compose/open.ts'
import { useBegun } from '../../compose/use-begun.ts'
import './publish.css'

/** The composer as a page: for links to it, and for what other programs share (`?text=&url=&title=`). */
export function Page() {
  const { title = '', text = '', url = '' } = place.value.query
  const intent = useMemo<Intent>(() => {
    const shared = sharedText(title, text, url)
    return shared === '' ? {} : { text: shared }
  }, [title, text, url])
  const { composition, error, retry } = useBegun(intent)
  return (
    <>
      <PageHead title={t('New post')} />
      <div class="publish-page">
        {composition !== null ? (
          <Composer composition={composition} onSent={() => go('/home')} />
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={error} retry={retry} />
        )}
      </div>
    </>
  )
}

/** Programs put the address into the text as often as beside it. */
function sharedText(title: string, text: string, url: string): string {
  const parts = [title, text].filter((part) => part !== '')
  if (url !== '' && !text.includes(url)) parts.push(url)
  return parts.join('\n\n')
}
