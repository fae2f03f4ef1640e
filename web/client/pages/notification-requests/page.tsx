import type { PageProps } from '../../pages.ts'
import { AllRequests } from './all.tsx'
import { OneRequest } from './one.tsx'
import '../../notifications/notifications.css'
import './requests.css'

/** Notifications that the person's own rules keep back: from everybody, or from one. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <AllRequests /> : <OneRequest id={id} />
}
