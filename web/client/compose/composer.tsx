import { useAction } from '../../shared/action.ts'
import { ErrorNotice, Notice } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import { webSetting } from '../state/web-settings.ts'
import { Audience } from './audience.tsx'
import { Answered, Quoted } from './belonging.tsx'
import { type Composition, CompositionContext } from './composition.ts'
import { LanguageChoice } from './language-choice.tsx'
import { OpenedMedia } from './media/details.tsx'
import { goesWithout } from './media/missing-descriptions.ts'
import { useReceivedFiles } from './media/receive.ts'
import { PostParts } from './parts.tsx'
import { problemsOf } from './problems.ts'
import { ScheduleField } from './schedule.tsx'
import { send } from './send.ts'
import { SendingState } from './sending.tsx'
import { ScheduleTool, Toolbar } from './toolbar.tsx'

const remindsOfDescriptions = webSetting('ask_description')

interface ComposerProps {
  composition: Composition
  onSent: () => void
}

/** All of what is written, and what can be done with it. */
export function Composer({ composition, onSent }: ComposerProps) {
  const { problems, notice, sending } = composition
  const action = useAction(() => send(composition))
  const submit = async () => {
    if (sending.peek() !== null) return
    action.forget()
    problems.value = problemsOf(composition.writing.peek())
    if (problems.peek().length > 0) return
    if (!(await goesWithout(composition.writing.peek(), remindsOfDescriptions.peek()))) return
    if (await action.start()) onSent()
  }
  const received = useReceivedFiles(composition)
  return (
    <CompositionContext.Provider value={composition}>
      <form
        class={received.isOver ? 'composer dropping' : 'composer'}
        {...received.handlers}
        noValidate
        aria-busy={sending.value !== null ? 'true' : undefined}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          if (event.isComposing) return
          event.preventDefault()
          void submit()
        }}
      >
        <div class="compose-settings">
          <Audience />
          <LanguageChoice />
          <ScheduleTool />
        </div>
        {notice.value !== '' && <Notice>{notice.value}</Notice>}
        <Answered />
        <PostParts />
        <Quoted />
        <ScheduleField />
        <Problems problems={problems.value} />
        {action.error !== null && <ErrorNotice error={action.error} retry={() => void submit()} />}
        <SendingState />
        <Toolbar />
      </form>
      <OpenedMedia />
    </CompositionContext.Provider>
  )
}

/** What has to be different before it can be sent. */
function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <div role="alert" class="compose-problems">
      {problems.length > 0 && (
        <div class="notice danger">
          {problems.length === 1 ? (
            <p>{problems[0]}</p>
          ) : (
            <ul aria-label={t('What is missing')}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
