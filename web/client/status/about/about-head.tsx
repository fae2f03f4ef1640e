import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import type { PageProps } from '../../page.ts'
import { StatusTabs } from './status-tabs.tsx'

/** Head of a page about a status: the way back to it, and to the other pages about it. */
export function AboutHead({ title, params }: { title: string } & PageProps) {
  const path = `/@${params.acct}/${params.id}`
  return (
    <>
      <PageHead title={title} up={{ href: path, title: t('Post') }} />
      <StatusTabs path={path} />
    </>
  )
}
