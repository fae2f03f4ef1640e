import { type Signal, useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { count } from '../../../shared/format.ts'
import { me } from '../../../shared/session.ts'
import { refreshOverview } from '../../overview.ts'
import { TakeAction } from '../../parts/take-action.tsx'
import { AboutPosts, type PostDecision } from './about-posts.tsx'
import { choosable } from './choosable.ts'

interface DecisionsProps {
  report: Report
  /** ids of posts; null: all of the report */
  chosen: Signal<readonly string[] | null>
  onChange: (report: Report) => void
  /** after what also changed the account */
  onDecided: () => Promise<void>
}

/** What can be done about a report, from the mildest on. */
export function Decisions({ report, chosen, onChange, onDecided }: DecisionsProps) {
  const window = useSignal<'account' | PostDecision | null>(null)
  const close = () => {
    window.value = null
  }
  const step = (name: string) => async () => {
    onChange(await api.post<Report>(`/api/v1/admin/reports/${report.id}/${name}`))
    void refreshOverview()
  }
  const there = choosable(report)
  const posts = (chosen.value ?? there).filter((id) => there.includes(id))
  return (
    <Card title={report.action_taken ? 'Done' : 'Decide'}>
      <Assignment report={report} step={step} />
      <div class="decisions">
        {report.action_taken ? (
          <ActionButton run={step('reopen')} done="The report is open again">
            Open it again
          </ActionButton>
        ) : (
          <ActionButton run={step('resolve')} done="Resolved">
            Resolve without action
          </ActionButton>
        )}
        {there.length > 0 && (
          <>
            <Button
              disabled={posts.length === 0}
              onClick={() => {
                window.value = 'mark_sensitive'
              }}
            >
              Mark {count(posts.length, 'post')} as sensitive…
            </Button>
            <Button
              kind="danger"
              disabled={posts.length === 0}
              onClick={() => {
                window.value = 'delete'
              }}
            >
              Delete {count(posts.length, 'post')}…
            </Button>
          </>
        )}
        <Button
          kind="primary"
          onClick={() => {
            window.value = 'account'
          }}
        >
          Act on the account…
        </Button>
        <Forward report={report} onChange={onChange} />
      </div>
      {window.value === 'account' && (
        <TakeAction
          account={report.target_account}
          reportId={report.id}
          onClose={close}
          onDone={onDecided}
        />
      )}
      {(window.value === 'delete' || window.value === 'mark_sensitive') && (
        <AboutPosts
          report={report}
          decision={window.value}
          statusIds={posts}
          onClose={close}
          onDone={onChange}
        />
      )}
    </Card>
  )
}

interface AssignmentProps {
  report: Report
  step: (name: string) => () => Promise<void>
}

function Assignment({
  report: { assigned_account: assigned, action_taken },
  step,
}: AssignmentProps) {
  if (action_taken) return null
  const isMine = assigned?.id === me.account_id
  return (
    <p class="assignment">
      <span>
        {assigned === null
          ? 'Nobody works on it.'
          : isMine
            ? 'You work on it.'
            : `@${assigned.username} works on it.`}
      </span>
      {isMine ? (
        <ActionButton small kind="quiet" run={step('unassign')}>
          Give it back
        </ActionButton>
      ) : (
        <ActionButton small kind="quiet" run={step('assign_to_self')}>
          Take it
        </ActionButton>
      )}
    </p>
  )
}

/** Only what came from a person here, about somebody elsewhere, has a server to go to. */
function Forward({ report, onChange }: { report: Report; onChange: (report: Report) => void }) {
  const { domain } = report.target_account
  if (domain === null || report.forwarded || report.account.domain !== null) return null
  return (
    <ActionButton
      question={{
        title: `Pass it on to ${domain}?`,
        text: 'The staff there gets the comment and the posts. It does not learn who reported them.',
        confirm: 'Pass it on',
      }}
      run={async () => {
        onChange(await api.post<Report>(`/api/rookery/v1/admin/reports/${report.id}/forward`))
        tell(`Passed on to ${domain}`)
      }}
    >
      Pass on to {domain}…
    </ActionButton>
  )
}
