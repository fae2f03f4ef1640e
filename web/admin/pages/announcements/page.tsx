import type { PageProps } from '../../page.ts'
import { AllAnnouncements } from './all-announcements.tsx'
import { OneAnnouncement } from './one-announcement.tsx'
import './announcements.css'

export function Page({ rest: [id] }: PageProps) {
  return id === undefined ? <AllAnnouncements /> : <OneAnnouncement id={id} />
}
