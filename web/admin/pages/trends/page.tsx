import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { formatNumber } from '../../../shared/format.ts'
import { place } from '../../../shared/router.ts'
import { overview } from '../../overview.ts'
import type { PageProps } from '../../pages.ts'
import { AllTags } from './all-tags.tsx'
import { isKind, KINDS } from './kinds.tsx'
import { OneTag } from './one-tag.tsx'
import { Rising } from './rising.tsx'
import './trends.css'

export function Page({ rest: [part, id] }: PageProps) {
  return part === 'tags' && id !== undefined ? <OneTag id={id} /> : <All />
}

/** What rises, by what it is. What waits for somebody's decision is shown to nobody else. */
function All() {
  const { view = '' } = place.value.query
  const { pending_tags, pending_links, pending_statuses } = overview.value ?? {}
  return (
    <>
      <PageHead
        title="Trends"
        lead="What many people here and elsewhere share now. What is approved is offered to everybody."
      />
      <Tabs
        label="Kind"
        name="view"
        options={[
          ['', titled('Hashtags', pending_tags)],
          ['links', titled('Links', pending_links)],
          ['statuses', titled('Posts', pending_statuses)],
          ['sites', 'Sites'],
          ['all-tags', 'All hashtags'],
        ]}
      />
      {view === 'all-tags' ? (
        <AllTags />
      ) : (
        <Rising key={view} kind={isKind(view) ? KINDS[view] : KINDS['']} />
      )}
    </>
  )
}

const titled = (title: string, waiting: number | null | undefined): string =>
  waiting ? `${title} (${formatNumber(waiting)})` : title
