import type { PageProps } from '../../page.ts'
import './accounts.css'
import { AllAccounts } from './all-accounts.tsx'
import { AllBatches } from './batches/all-batches.tsx'
import { OneBatch } from './batches/one-batch.tsx'
import { OneAccount } from './one-account.tsx'
import { SignUps } from './sign-ups.tsx'

export function Page({ rest: [id, batchId] }: PageProps) {
  if (id === undefined) return <AllAccounts />
  if (id === 'batches') return batchId === undefined ? <AllBatches /> : <OneBatch id={batchId} />
  return id === 'waiting' ? <SignUps /> : <OneAccount id={id} />
}
