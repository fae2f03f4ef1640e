import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import type { PageProps } from '../../page.ts'
import './domains.css'
import { Allows } from './allows.tsx'
import { Blocks } from './blocks.tsx'
import { Imports } from './imports.tsx'
import { NewImport } from './new-import.tsx'
import { OneBlock } from './one-block.tsx'
import { OneImport } from './one-import.tsx'
import { OneSubscription } from './one-subscription.tsx'
import { Subscriptions } from './subscriptions.tsx'

/** Decisions about other servers; lists at `?view=`, single items at `blocks/17` and so on. */
export function Page({ rest: [kind, id] }: PageProps) {
  const one = id === 'new' || id === undefined ? null : id
  if (kind === 'blocks') return <OneBlock key={id} id={one} />
  if (kind === 'imports') return one === null ? <NewImport /> : <OneImport id={one} />
  if (kind === 'lists') return <OneSubscription key={id} id={one} />
  return <All view={place.value.query.view ?? ''} />
}

const VIEWS = [
  ['', t('Blocks')],
  ['allows', t('Allowed')],
  ['imports', t('Imports')],
  ['lists', t('Block lists')],
] as const

const LEADS: Readonly<Record<string, string>> = {
  '': t(
    'Servers from which nothing comes here, or less. A block counts for everything below its domain too.',
  ),
  allows: t(
    'Servers that take part while this one federates with chosen servers only. Otherwise they make no difference.',
  ),
  imports: t('Files of blocks that were looked at or applied, and what block lists changed.'),
  lists: t('Blocks that somebody else keeps. Each list is read once a day.'),
}

const OWN = '/api/rookery/v1/admin'

function All({ view }: { view: string }) {
  return (
    <>
      <PageHead title={t('Domain blocks')} lead={LEADS[view]} actions={<Actions view={view} />} />
      <Tabs label={t('What is decided')} name="view" options={VIEWS} />
      {view === 'allows' ? (
        <Allows />
      ) : view === 'imports' ? (
        <Imports />
      ) : view === 'lists' ? (
        <Subscriptions />
      ) : (
        <Blocks />
      )}
    </>
  )
}

function Actions({ view }: { view: string }) {
  if (view === 'allows') return <Download path={`${OWN}/domain_allows/export.csv`} />
  if (view === 'imports') {
    return (
      <LinkButton kind="primary" href="/admin/domains/imports/new">
        {t('Import a file')}
      </LinkButton>
    )
  }
  if (view === 'lists') {
    return (
      <LinkButton kind="primary" href="/admin/domains/lists/new">
        {t('Follow a list')}
      </LinkButton>
    )
  }
  return (
    <>
      <Download path={`${OWN}/domain_blocks/export.csv`} />
      <LinkButton kind="primary" href="/admin/domains/blocks/new">
        {t('Block a domain')}
      </LinkButton>
    </>
  )
}

function Download({ path }: { path: string }) {
  return (
    <a class="button secondary" href={path} download>
      {t('Save as a file')}
    </a>
  )
}
