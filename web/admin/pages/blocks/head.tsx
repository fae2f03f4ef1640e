import type { ComponentChildren } from 'preact'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { t } from '../../../shared/i18n.ts'

const VIEWS = [
  ['', t('E-mail providers')],
  ['emails', t('E-mail addresses')],
  ['addresses', t('IP addresses')],
  ['names', t('User names')],
] as const

/** Title and tabs that the lists of this page share. */
export function Head({ lead, action }: { lead: string; action: ComponentChildren }) {
  return (
    <>
      <PageHead title={t('Sign-up blocks')} lead={lead} actions={action} />
      <Tabs label={t('What is blocked')} name="view" options={VIEWS} />
    </>
  )
}
