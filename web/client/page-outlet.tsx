import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Loading } from '../shared/components/notice.tsx'
import { PageHead } from '../shared/components/page-head.tsx'
import { t } from '../shared/i18n.ts'
import type { Place } from '../shared/place.ts'
import { place } from '../shared/router.ts'
import { NotThere } from './frame/not-there.tsx'
import { PageBoundary } from './frame/page-boundary.tsx'
import { ProgressLine } from './frame/progress-line.tsx'
import type { PageModule } from './page.ts'
import { findPage, type PageEntry } from './pages.ts'

/** Pages come as files of their own, when they are looked at first; null: it could not be loaded. */
const loaded = signal<ReadonlyMap<PageEntry, PageModule | null>>(new Map())

/**
 * Loads the page of an address, and begins to read what it shows first.
 * @returns resolves, as soon as the page can be drawn, to when that is read, too
 */
export async function loadPage({ path }: Place): Promise<{ prepared: Promise<unknown> }> {
  const found = findPage(path)
  if (found === null) return { prepared: Promise.resolve() }
  const { entry, params } = found
  const known = loaded.value.get(entry)
  const module = known ?? (await entry.load().catch(() => null))
  if (known !== module) loaded.value = new Map([...loaded.value, [entry, module]])
  return { prepared: Promise.resolve(module?.prepare?.(params).catch(() => {})) }
}

/** Loads the file of a page that somebody is about to go to, as they point at a link. */
function preload(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.origin !== location.origin) return
  const entry = findPage(link.pathname)?.entry
  if (entry === undefined || loaded.peek().has(entry)) return
  entry.load().then(
    (module) => {
      loaded.value = new Map([...loaded.peek(), [entry, module]])
    },
    () => {}, // it is tried again when the page is gone to
  )
}

/** Call it once. */
export function preloadPages(): void {
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, preload, { passive: true })
  }
}

/** The page at the present address. */
export function PageOutlet() {
  const { path } = place.value
  const found = findPage(path)
  const entry = found?.entry
  useEffect(() => {
    if (entry !== undefined && !loaded.value.get(entry)) void loadPage(place.value)
  }, [entry])
  if (found === null) return <NotThere />
  const module = loaded.value.get(found.entry)
  if (module === undefined) {
    return (
      <>
        <ProgressLine />
        <Loading />
      </>
    )
  }
  if (module === null) return <NotLoaded />
  return (
    <PageBoundary>
      <module.Page key={Object.values(found.params).join('/')} params={found.params} />
    </PageBoundary>
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
