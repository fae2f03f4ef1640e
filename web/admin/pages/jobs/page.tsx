import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Job, JobKind, JobState } from '../../../shared/entities/operations.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { addressWith, place } from '../../../shared/router.ts'
import { useGet, useList } from '../../../shared/use-resource.ts'
import { refreshOverview } from '../../overview.ts'
import { JobLine } from './job-line.tsx'
import { Kinds } from './kinds.tsx'
import './jobs.css'

const PATH = '/api/rookery/v1/admin/jobs'

const EMPTY: Readonly<Record<JobState, string>> = {
  parked: t('No job failed.'),
  waiting: t('No job waits.'),
  running: t('No job runs at this moment.'),
}

/** Background jobs: parked, waiting and running. */
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
    tell(t('{started} will run again', { started: plural(started, '{n} job', '{n} jobs') }))
  }
  const parked = summary.data?.kinds.reduce((sum, { parked }) => sum + parked, 0) ?? 0
  return (
    <>
      <PageHead
        title={t('Jobs')}
        lead={t(
          'Work that the server does beside answering. What failed as often as it may be tried stands still here until somebody looks at it.',
        )}
        actions={
          <>
            <ActionButton kind="quiet" run={reload}>
              {t('Look again')}
            </ActionButton>
            {parked > 0 && <RetryAll parked={parked} run={() => retryAll()} />}
          </>
        }
      />
      <Card title={t('By kind')}>
        <Kinds summary={summary} onRetry={retryAll} />
      </Card>
      <Tabs
        label={t('State')}
        name="state"
        options={[
          ['parked', t('Failed')],
          ['waiting', t('Waiting')],
          ['running', t('Running')],
        ]}
      />
      {kind !== undefined && (
        <p>
          {rich('Only {kind}. <link>Show every kind</link>', {
            kind: <code>{kind}</code>,
            link: (text) => (
              <a href={addressWith({ kind: null, max_id: null, min_id: null })}>{text}</a>
            ),
          })}
        </p>
      )}
      <List list={list} label={t('Jobs')} empty={EMPTY[shown]} keyOf={({ id }) => id}>
        {(job) => <JobLine job={job} onChange={reload} />}
      </List>
    </>
  )
}

function RetryAll({ parked, run }: { parked: number; run: () => Promise<void> }) {
  return (
    <ActionButton
      question={{
        title: t('Run {parked} again?', {
          parked: plural(parked, '{n} failed job', '{n} failed jobs'),
        }),
        text: t('Each gets all its tries anew. What still does not work comes back here.'),
        confirm: t('Run them again'),
      }}
      run={run}
    >
      {t('Retry all…')}
    </ActionButton>
  )
}
