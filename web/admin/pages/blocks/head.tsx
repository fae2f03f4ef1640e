import type { ComponentChildren } from 'preact'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'

const VIEWS = [
  ['', 'E-mail providers'],
  ['emails', 'E-mail addresses'],
  ['addresses', 'IP addresses'],
  ['names', 'User names'],
] as const

/** What the lists of this page share. */
export function Head({ lead, action }: { lead: string; action: ComponentChildren }) {
  return (
    <>
      <PageHead title="Sign-up blocks" lead={lead} actions={action} />
      <Tabs label="What is blocked" name="view" options={VIEWS} />
    </>
  )
}
