import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { LinkButton } from '../shared/components/button.tsx'
import { Loading } from '../shared/components/notice.tsx'
import { PageHead } from '../shared/components/page-head.tsx'
import { t } from '../shared/i18n.ts'
import type { PageProps } from './page.ts'
import { findPage, ownPages, type PageEntry, pages } from './page-list.ts'
import { loadPage } from './pages.ts'

type Loaded =
  | { entry: PageEntry; Page: ComponentType<PageProps> }
  | { entry: PageEntry; Page: null }

/** The page at an address. Pages come as files of their own, when they are looked at first. */
export function PageOutlet({ path }: { path: string }) {
  const found = findPage(path)
  const entry = found?.entry ?? null
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (entry === null) return
    loadPage(entry.path).then(
      ({ Page }) => setLoaded({ entry, Page }),
      () => setLoaded({ entry, Page: null }),
    )
  }, [entry])
  if (found === null) return <NotThere path={path} />
  if (loaded?.entry !== found.entry) return <Loading />
  if (loaded.Page === null) return <NotLoaded />
  return <loaded.Page key={found.rest.join('/')} rest={found.rest} />
}

function NotThere({ path }: { path: string }) {
  const [first] = path.replace(/^\/admin\/?/, '').split('/')
  const [start] = ownPages
  const isForOthers = pages.some((page) => page.path === first)
  return (
    <>
      <PageHead title={isForOthers ? t('Not part of your role') : t('Nothing here')} />
      <p>
        {isForOthers
          ? t('Your role does not allow what this page does. An administrator can change that.')
          : t('There is no page at this address.')}
      </p>
      {start && (
        <LinkButton href={`/admin/${start.path}`}>
          {t('Go to {title}', { title: start.title })}
        </LinkButton>
      )}
    </>
  )
}

/** Its files are gone: most likely the server was updated since the first page was loaded. */
function NotLoaded() {
  return (
    <>
      <PageHead title={t('This page could not be loaded')} />
      <p>{t('The server may have been updated, or does not answer. Load the page again.')}</p>
      <a class="button primary" href={location.href} target="_self">
        {t('Load it again')}
      </a>
    </>
  )
}
