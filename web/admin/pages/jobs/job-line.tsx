import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Job } from '../../../shared/entities/operations.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'

interface JobLineProps {
  job: Job
  onChange: () => Promise<void>
}

/** A job, with what went wrong and what it is about. */
export function JobLine({ job, onChange }: JobLineProps) {
  const { id, kind, state, payload, last_error } = job
  const path = `/api/rookery/v1/admin/jobs/${id}`
  const again = state === 'parked' ? t('Retry') : t('Run now')
  return (
    <article class="job">
      <div class="job-what">
        <p>
          <strong class="job-kind">{kind}</strong>{' '}
          <span class="muted small">
            <When job={job} />
          </span>
        </p>
        {last_error !== null && <pre class="job-error">{last_error}</pre>}
        {Object.keys(payload).length > 0 && (
          <details>
            <summary class="small">{t('What it is about')}</summary>
            <pre class="job-payload">{JSON.stringify(payload, null, 2)}</pre>
          </details>
        )}
      </div>
      {state !== 'running' && (
        <div class="buttons">
          <ActionButton
            small
            label={`${again} ${kind}`}
            done={t('It will run at once')}
            run={async () => {
              await api.post(`${path}/retry`)
              await onChange()
            }}
          >
            {again}
          </ActionButton>
          <ActionButton
            small
            label={t('Drop {kind}', { kind })}
            question={{
              title: t('Drop this job?'),
              text: t('What it was to do will not be done. This cannot be undone.'),
              confirm: t('Drop the job'),
              danger: true,
            }}
            done={t('The job is dropped')}
            run={async () => {
              await api.delete(path)
              await onChange()
            }}
          >
            {t('Drop…')}
          </ActionButton>
        </div>
      )}
    </article>
  )
}

function When({ job }: { job: Job }) {
  const { state, attempts, created_at, run_at, parked_at } = job
  const tries =
    attempts === 0 ? t('not tried yet') : plural(attempts, 'tried {n} time', 'tried {n} times')
  if (state === 'parked') {
    return (
      <>
        {rich('{tries}, gave up {gaveUpAt}, from {time}', {
          tries,
          gaveUpAt: <Time at={parked_at ?? run_at} />,
          time: <Time at={created_at} />,
        })}
      </>
    )
  }
  return (
    <>
      {tries}
      {state === 'waiting' && <>{rich(', due {runat}', { runat: <Time at={run_at} /> })}</>}
      {rich(', from {time}', { time: <Time at={created_at} /> })}
    </>
  )
}
