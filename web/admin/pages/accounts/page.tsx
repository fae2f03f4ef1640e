import type { PageProps } from '../../pages.ts'
import './accounts.css'
import { AllAccounts } from './all-accounts.tsx'
import { OneAccount } from './one-account.tsx'
import { SignUps } from './sign-ups.tsx'

export function Page({ rest: [id] }: PageProps) {
  if (id === undefined) return <AllAccounts />
  return id === 'waiting' ? <SignUps /> : <OneAccount id={id} />
}
