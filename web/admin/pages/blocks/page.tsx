import { place } from '../../../shared/router.ts'
import './blocks.css'
import { EmailDomains } from './email-domains.tsx'
import { Emails } from './emails.tsx'
import { IpBlocks } from './ip-blocks.tsx'
import { Usernames } from './usernames.tsx'

/** Blocks of sign-ups, and of IP addresses. */
export function Page() {
  const { view } = place.value.query
  if (view === 'emails') return <Emails />
  if (view === 'addresses') return <IpBlocks />
  if (view === 'names') return <Usernames />
  return <EmailDomains />
}
