import type { PageProps } from '../../page.ts'
import { AllWebhooks } from './all-webhooks.tsx'
import { OneWebhook } from './one-webhook.tsx'
import './webhooks.css'

export function Page({ rest: [id] }: PageProps) {
  if (id === undefined) return <AllWebhooks />
  return <OneWebhook key={id} id={id === 'new' ? null : id} />
}
