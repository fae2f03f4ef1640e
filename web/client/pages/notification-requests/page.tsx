import type { PageProps } from '../../page.ts'
import { AllRequests } from './all-requests.tsx'
import { OneRequest } from './one-request.tsx'
import '../../notification-cards/notifications.css'
import './requests.css'

/** Notifications that the person's own rules keep back: from everybody, or from one. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <AllRequests /> : <OneRequest id={id} />
}
