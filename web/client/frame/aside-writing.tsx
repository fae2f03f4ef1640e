import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import { Time } from '../../shared/components/time.tsx'
import type { ScheduledStatus } from '../../shared/entities/api.ts'
import { formatDateTime } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { useGet, useResource } from '../../shared/use-resource.ts'
import { openComposer } from '../compose/open-composer.ts'
import { draftChanges, scheduledChanges } from '../compose/sent.ts'
import { DRAFTS, type Draft } from '../compose/server-drafts.ts'
import { Part } from './aside-part.tsx'

/** so many are named; all of them are on their page */
const MOST = 3

/** Drafts of the person, the newest first. */
export function Drafts() {
  const drafts = useGet<Draft[]>(DRAFTS, { limit: MOST })
  useReadAgain(draftChanges.value, drafts.reload)
  return (
    <Part
      title={t('Drafts')}
      from={drafts}
      rows={0}
      more={{ href: '/drafts', title: t('All drafts') }}
    >
      {drafts.data?.map((draft) => (
        <li key={draft.id}>
          <button
            type="button"
            class="aside-writing"
            onClick={() => openComposer({ draftId: draft.id })}
          >
            <Words of={draft.posts[0]} />
            <span class="muted small">
              <Time at={draft.updated_at} />
            </span>
          </button>
        </li>
      ))}
    </Part>
  )
}

/** Scheduled posts, the next first. */
export function Scheduled() {
  const scheduled = useResource('next scheduled', nextScheduled)
  useReadAgain(scheduledChanges.value, scheduled.reload)
  return (
    <Part
      title={t('Scheduled')}
      from={scheduled}
      rows={0}
      more={{ href: '/scheduled', title: t('All scheduled posts') }}
    >
      {scheduled.data?.map((one) => (
        <li key={one.id}>
          <a class="aside-writing" href="/scheduled">
            <Words of={one.params} />
            <span class="muted small">{formatDateTime(one.scheduled_at)}</span>
          </a>
        </li>
      ))}
    </Part>
  )
}

/** The API lists them by when they were made. */
async function nextScheduled(): Promise<ScheduledStatus[]> {
  const all = await api.get<ScheduledStatus[]>('/api/v1/scheduled_statuses', { limit: 40 })
  return all.toSorted((a, b) => a.scheduled_at.localeCompare(b.scheduled_at)).slice(0, MOST)
}

function useReadAgain(changes: number, reload: () => Promise<void>): void {
  useEffect(() => {
    if (changes > 0) void reload()
  }, [changes, reload])
}

interface Written {
  text: string
  spoiler_text?: string | null
}

function Words({ of }: { of: Written | undefined }): ComponentChildren {
  const text = of?.spoiler_text || of?.text.trim()
  if (!text) return <span class="aside-words muted">{t('No text')}</span>
  return (
    <span class="aside-words" dir="auto">
      {text}
    </span>
  )
}
