import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Job, JobKind, JobState } from '../../../shared/entities/operations.ts'
import { count } from '../../../shared/format.ts'
import { useGet, useList } from '../../../shared/resource.ts'
import { addressWith, place } from '../../../shared/router.ts'
import { refreshOverview } from '../../overview.ts'
import { JobLine } from './job-line.tsx'
import { Kinds } from './kinds.tsx'
import './jobs.css'

const PATH = '/api/rookery/v1/admin/jobs'

const EMPTY: Readonly<Record<JobState, string>> = {
  parked: 'No job failed.',
  waiting: 'No job waits.',
  running: 'No job runs at this moment.',
}

/** What the server does beside answering, and what of it did not work. */
export function Page() {
  const { state, kind } = place.value.query
  const shown = state === 'waiting' || state === 'running' ? state : 'parked'
  const summary = useGet<{ kinds: JobKind[] }>(`${PATH}/summary`)
  const list = useList<Job>(PATH, { state: shown, kind })
  const reload = async () => {
    await Promise.all([list.reload(), summary.reload(), refreshOverview()])
  }
  const retryAll = async (only?: string) => {
    const body = only === undefined ? {} : { kind: only }
    const { count: started } = await api.post<{ count: number }>(`${PATH}/retry_all`, body)
    await reload()
    tell(`${count(started, 'job')} will run again`)
  }
  const parked = summary.data?.kinds.reduce((sum, { parked }) => sum + parked, 0) ?? 0
  return (
    <>
      <PageHead
        title="Jobs"
        lead="Work that the server does beside answering. What failed as often as it may be tried stands still here until somebody looks at it."
        actions={
          <>
            <ActionButton kind="quiet" run={reload}>
              Look again
            </ActionButton>
            {parked > 0 && (
              <ActionButton
                question={{
                  title: `Run ${count(parked, 'failed job')} again?`,
                  text: 'Each gets all its tries anew. What still does not work comes back here.',
                  confirm: 'Run them again',
                }}
                run={() => retryAll()}
              >
                Retry all…
              </ActionButton>
            )}
          </>
        }
      />
      <Card title="By kind">
        <Kinds summary={summary} onRetry={retryAll} />
      </Card>
      <Tabs
        label="State"
        name="state"
        options={[
          ['parked', 'Failed'],
          ['waiting', 'Waiting'],
          ['running', 'Running'],
        ]}
      />
      {kind !== undefined && (
        <p>
          Only <code>{kind}</code>.{' '}
          <a href={addressWith({ kind: null, max_id: null, min_id: null })}>Show every kind</a>
        </p>
      )}
      <List list={list} label="Jobs" empty={EMPTY[shown]} keyOf={({ id }) => id}>
        {(job) => <JobLine job={job} onChange={reload} />}
      </List>
    </>
  )
}
