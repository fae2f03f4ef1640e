import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Job } from '../../../shared/entities/operations.ts'
import { count } from '../../../shared/format.ts'

interface JobLineProps {
  job: Job
  onChange: () => Promise<void>
}

/** A job, with what went wrong and what it is about. */
export function JobLine({ job, onChange }: JobLineProps) {
  const { id, kind, state, payload, last_error } = job
  const path = `/api/rookery/v1/admin/jobs/${id}`
  const again = state === 'parked' ? 'Retry' : 'Run now'
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
            <summary class="small">What it is about</summary>
            <pre class="job-payload">{JSON.stringify(payload, null, 2)}</pre>
          </details>
        )}
      </div>
      {state !== 'running' && (
        <div class="buttons">
          <ActionButton
            small
            label={`${again} ${kind}`}
            done="It will run at once"
            run={async () => {
              await api.post(`${path}/retry`)
              await onChange()
            }}
          >
            {again}
          </ActionButton>
          <ActionButton
            small
            label={`Drop ${kind}`}
            question={{
              title: 'Drop this job?',
              text: 'What it was to do will not be done. This cannot be undone.',
              confirm: 'Drop the job',
              danger: true,
            }}
            done="The job is dropped"
            run={async () => {
              await api.delete(path)
              await onChange()
            }}
          >
            Drop…
          </ActionButton>
        </div>
      )}
    </article>
  )
}

function When({ job }: { job: Job }) {
  const { state, attempts, created_at, run_at, parked_at } = job
  const tries = attempts === 0 ? 'not tried yet' : `tried ${count(attempts, 'time')}`
  if (state === 'parked') {
    return (
      <>
        {tries}, gave up <Time at={parked_at ?? run_at} />, from <Time at={created_at} />
      </>
    )
  }
  return (
    <>
      {tries}
      {state === 'waiting' && (
        <>
          , due <Time at={run_at} />
        </>
      )}
      , from <Time at={created_at} />
    </>
  )
}
