import { useState } from 'preact/hooks'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { t } from '../../../shared/i18n.ts'
import { CommentStep } from './comment-step.tsx'
import { type About, sendReport, useDraft } from './draft.ts'
import { ReasonStep, RulesStep } from './reason-steps.tsx'
import { StatusesStep } from './statuses-step.tsx'
import { type AfterReport, ThanksStep } from './thanks-step.tsx'
import './report.css'

type Step = 'reason' | 'rules' | 'statuses' | 'comment' | 'thanks'

/** Leads through a report: why, which rules, which posts, anything else, and what one can do oneself. */
export function ReportDialog({ onMute, onBlock, onClose, ...about }: About & AfterReport) {
  const draft = useDraft(about)
  // as they were gone through, so that the way back leads there
  const [steps, setSteps] = useState<readonly Step[]>(['reason'])
  const step = steps.at(-1)
  const goOn = (next: Step) => setSteps([...steps, next])
  const back = () => setSteps(steps.slice(0, -1))
  const props = { about, draft, back }
  const afterReason = () => {
    const reason = draft.reason.value
    if (reason === 'dislike') return goOn('thanks')
    goOn(reason === 'violation' ? 'rules' : 'statuses')
  }
  const send = async () => {
    await sendReport(about, draft)
    goOn('thanks')
  }
  return (
    <Dialog title={t('Report @{acct}', { acct: about.account.acct })} onClose={onClose}>
      <div key={step} class="report-step">
        {step === 'reason' && <ReasonStep {...props} onDone={afterReason} />}
        {step === 'rules' && <RulesStep {...props} onDone={() => goOn('statuses')} />}
        {step === 'statuses' && <StatusesStep {...props} onDone={() => goOn('comment')} />}
        {step === 'comment' && <CommentStep {...props} onSend={send} />}
        {step === 'thanks' && <ThanksStep {...props} {...{ onMute, onBlock, onClose }} />}
      </div>
    </Dialog>
  )
}
