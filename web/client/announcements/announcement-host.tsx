import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { readAnnouncements, unreadAnnouncements } from './announcements.ts'

const loaded = signal<typeof import('./announcement-card.tsx') | null>(null)

/** ms that home waits for them after its posts are there */
const PATIENCE = 200

/** Reads what is announced beside something else, so that home is drawn whole; but it does not wait for it long. */
export async function prepareAnnouncements(other: Promise<unknown>): Promise<void> {
  const ready = readWithCard()
  await other
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** The card is loaded where something is new. What fails is tried again when home is shown. */
async function readWithCard(): Promise<void> {
  try {
    await readAnnouncements()
    if (unreadAnnouncements.peek().length > 0) {
      loaded.value ??= await import('./announcement-card.tsx')
    }
  } catch {
    // home is whole without them
  }
}

/** The card, also where the first announcement comes while home is open. */
export function AnnouncementHost() {
  const isNeeded = unreadAnnouncements.value.length > 0
  useEffect(() => void readWithCard(), [isNeeded])
  const Card = loaded.value?.AnnouncementCard
  return isNeeded && Card !== undefined ? <Card /> : null
}
