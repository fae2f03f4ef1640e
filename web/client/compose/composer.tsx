import { ErrorNotice, Notice } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import { useAction } from '../../shared/use-action.ts'
import { Avatar } from '../people/account-name.tsx'
import { account } from '../state/server.ts'
import { webSetting } from '../state/web-settings.ts'
import { Audience } from './audience.tsx'
import { type Composition, CompositionContext } from './composition.ts'
import { LanguageChoice } from './language-choice.tsx'
import { limits } from './limits.ts'
import { useReceivedFiles } from './media/drop-and-paste.ts'
import { OpenedMedia } from './media/media-details.tsx'
import { goesWithout } from './media/missing-descriptions.ts'
import { PostParts } from './post-parts.tsx'
import { QuotedStatus, RepliedStatus } from './related-status.tsx'
import { ScheduleField } from './schedule-field.tsx'
import { useSeenHeight } from './seen-height.ts'
import { send } from './send.ts'
import { SendingState } from './sending-state.tsx'
import { PopOutTool, ScheduleTool, Toolbar } from './toolbar.tsx'
import { problemsOf } from './validation.ts'

const remindsOfDescriptions = webSetting('ask_description')

interface ComposerProps {
  composition: Composition
  onSent: () => void
  /** where it can go on in a window of its own: it is no longer written here */
  onPopOut?: () => void
}

/** The account that writes: people may be signed in with several. */
function Author() {
  const own = account.value
  if (own === null) return null
  return (
    <span class="compose-author" title={`@${own.acct}`}>
      <Avatar account={own} size={36} />
      <span class="visually-hidden">
        {t('Account')} <bdi>@{own.acct}</bdi>
      </span>
    </span>
  )
}

/** All of what is written, and what can be done with it. */
export function Composer({ composition, onSent, onPopOut }: ComposerProps) {
  const { problems, notice, sending } = composition
  const action = useAction(() => send(composition))
  const submit = async () => {
    if (sending.peek() !== null) return
    action.forget()
    problems.value = problemsOf(composition.writing.peek(), limits())
    if (problems.peek().length > 0) return
    if (remindsOfDescriptions.peek() && !(await goesWithout(composition))) return
    if (await action.start()) onSent()
  }
  const received = useReceivedFiles(composition)
  useSeenHeight()
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
          <Author />
          <Audience />
          <LanguageChoice />
          <ScheduleTool />
          {onPopOut !== undefined && <PopOutTool onGone={onPopOut} />}
        </div>
        {notice.value !== '' && <Notice>{notice.value}</Notice>}
        <RepliedStatus />
        <PostParts />
        <QuotedStatus />
        <ScheduleField />
        <Problems problems={problems.value} />
        {action.error !== null && (
          <ErrorNotice error={action.error} isTyped retry={() => void submit()} />
        )}
        <SendingState />
        <Toolbar />
      </form>
      <OpenedMedia />
    </CompositionContext.Provider>
  )
}

/** Problems to solve before the post can be sent. */
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
