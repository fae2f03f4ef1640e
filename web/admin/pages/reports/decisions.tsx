import { type Signal, useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { me } from '../../../shared/session.ts'
import { refreshOverview } from '../../overview.ts'
import { type PostDecision, PostDecisionDialog } from '../../parts/post-decision-dialog.tsx'
import { TakeAction } from '../../parts/take-action.tsx'
import { choosable } from './choosable.ts'

interface DecisionsProps {
  report: Report
  /** ids of posts; null: all of the report */
  chosen: Signal<readonly string[] | null>
  onChange: (report: Report) => void
  /** after what also changed the account */
  onDecided: () => Promise<void>
}

/** Decisions about a report, the mildest first. */
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
    <Card title={report.action_taken ? t('Done|a report') : t('Decide')}>
      <Assignment report={report} step={step} />
      <div class="decisions">
        <Closing isClosed={report.action_taken} step={step} />
        {there.length > 0 && (
          <PostDecisions
            count={posts.length}
            onChoose={(decision) => {
              window.value = decision
            }}
          />
        )}
        <Button
          kind="primary"
          onClick={() => {
            window.value = 'account'
          }}
        >
          {t('Act on the account…')}
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
        <PostDecisionDialog
          account={report.target_account}
          path={`/api/rookery/v1/admin/reports/${report.id}/statuses`}
          decision={window.value}
          statusIds={posts}
          done={t('Done, and the report is resolved')}
          onClose={close}
          onDone={onChange}
        />
      )}
    </Card>
  )
}

function Closing({ isClosed, step }: { isClosed: boolean; step: AssignmentProps['step'] }) {
  return isClosed ? (
    <ActionButton run={step('reopen')} done={t('The report is open again')}>
      {t('Open it again')}
    </ActionButton>
  ) : (
    <ActionButton run={step('resolve')} done={t('Resolved')}>
      {t('Resolve without action')}
    </ActionButton>
  )
}

interface PostDecisionsProps {
  /** of the posts that are chosen */
  count: number
  onChoose: (decision: PostDecision) => void
}

function PostDecisions({ count: posts, onChoose }: PostDecisionsProps) {
  return (
    <>
      <Button disabled={posts === 0} onClick={() => onChoose('mark_sensitive')}>
        {t('Mark {posts} as sensitive…', { posts: plural(posts, '{n} post', '{n} posts') })}
      </Button>
      <Button kind="danger" disabled={posts === 0} onClick={() => onChoose('delete')}>
        {t('Delete {posts}…', { posts: plural(posts, '{n} post', '{n} posts') })}
      </Button>
    </>
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
          ? t('Nobody works on it.')
          : isMine
            ? t('You work on it.')
            : t('@{username} works on it.', { username: assigned.username })}
      </span>
      {isMine ? (
        <ActionButton small kind="quiet" run={step('unassign')}>
          {t('Give it back')}
        </ActionButton>
      ) : (
        <ActionButton small kind="quiet" run={step('assign_to_self')}>
          {t('Take it')}
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
        title: t('Pass it on to {domain}?', { domain }),
        text: t(
          'The staff there gets the comment and the posts. It does not learn who reported them.',
        ),
        confirm: t('Pass it on'),
      }}
      run={async () => {
        onChange(await api.post<Report>(`/api/rookery/v1/admin/reports/${report.id}/forward`))
        tell(t('Passed on to {domain}', { domain }))
      }}
    >
      {t('Pass on to {domain}…', { domain })}
    </ActionButton>
  )
}
