import { useRef } from 'preact/hooks'
import { Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { type Overview, overview } from '../../overview.ts'
import type { PageProps } from '../../page.ts'
import { AllTags } from './all-tags.tsx'
import { isKind, KINDS } from './kinds.tsx'
import { OneTag } from './one-tag.tsx'
import { Rising } from './rising.tsx'
import './trends.css'

export function Page({ rest: [part, id] }: PageProps) {
  return part === 'tags' && id !== undefined ? <OneTag id={id} /> : <All />
}

/** Trending hashtags, links and posts. Only the staff sees an item that awaits review. */
function All() {
  const usual = useFirstView()
  const view = place.value.query.view ?? usual
  const { pending_tags, pending_links, pending_statuses } = overview.value ?? {}
  return (
    <>
      <PageHead
        title={t('Trends')}
        lead={t(
          'What many people here and elsewhere share now. What is approved is offered to everybody.',
        )}
      />
      <Tabs
        label={t('Kind')}
        name="view"
        usual={usual ?? 'hashtags'}
        options={[
          ['hashtags', titled(t('Hashtags'), pending_tags)],
          ['links', titled(t('Links'), pending_links)],
          ['statuses', titled(t('Posts'), pending_statuses)],
          ['sites', t('Sites')],
          ['all-tags', t('All hashtags')],
        ]}
      />
      <View view={view} />
    </>
  )
}

function View({ view }: { view: string | undefined }) {
  if (view === undefined) return <Loading />
  if (view === 'all-tags') return <AllTags />
  return <Rising key={view} kind={isKind(view) ? KINDS[view] : KINDS.hashtags} />
}

/**
 * The view where something waits, if it is not said which one is wanted; undefined until that is known. It stays the
 * same while the person decides.
 */
function useFirstView(): string | undefined {
  const first = useRef<string | undefined>(undefined)
  const counts = overview.value
  if (counts !== null) {
    first.current ??=
      WAITING.find(([, name]) => (counts[name] ?? 0) > 0)?.[0] ?? WAITING[0]?.[0] ?? ''
  }
  return first.current
}

const WAITING: readonly [view: keyof typeof KINDS, of: keyof Overview][] = [
  ['hashtags', 'pending_tags'],
  ['links', 'pending_links'],
  ['statuses', 'pending_statuses'],
]

const titled = (title: string, waiting: number | null | undefined): string =>
  waiting ? `${title} (${formatNumber(waiting)})` : title
