import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { LinkButton } from '../shared/components/button.tsx'
import { Loading } from '../shared/components/notice.tsx'
import { PageHead } from '../shared/components/page-head.tsx'
import { findPage, ownPages, type PageEntry, type PageProps, pages } from './pages.ts'

type Loaded =
  | { entry: PageEntry; Page: ComponentType<PageProps> }
  | { entry: PageEntry; Page: null }

/** The page at an address. Pages come as files of their own, when they are looked at first. */
export function Shown({ path }: { path: string }) {
  const found = findPage(path)
  const entry = found?.entry ?? null
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (entry === null) return
    entry.load().then(
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
      <PageHead title={isForOthers ? 'Not part of your role' : 'Nothing here'} />
      <p>
        {isForOthers
          ? 'Your role does not allow what this page does. An administrator can change that.'
          : 'There is no page at this address.'}
      </p>
      {start && <LinkButton href={`/admin/${start.path}`}>Go to {start.title}</LinkButton>}
    </>
  )
}

/** Its files are gone: most likely the server was updated since the first page was loaded. */
function NotLoaded() {
  return (
    <>
      <PageHead title="This page could not be loaded" />
      <p>The server may have been updated, or does not answer. Load the page again.</p>
      <a class="button primary" href={location.href} target="_self">
        Load it again
      </a>
    </>
  )
}
