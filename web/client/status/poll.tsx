import { useId, useState } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import { Button } from '../../shared/components/button.tsx'
import { withEmojis } from '../../shared/components/person.tsx'
import { Time } from '../../shared/components/time.tsx'
import { tellError } from '../../shared/components/toast.tsx'
import type { Poll as PollEntity, Status } from '../../shared/entities/api.ts'
import { formatRelative } from '../../shared/format.ts'
import { plural, t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { useAction } from '../../shared/use-action.ts'
import { announce } from '../layers/announce.tsx'
import { changeStatus } from '../state/statuses.ts'
import { askVisitor } from '../visitors/ask-visitor.ts'
import { PollResults } from './poll-results.tsx'
import { revealStateOf } from './reveal-state.ts'

interface PollProps {
  status: Status
  poll: PollEntity
}

/** A poll: to vote in, or what came of it so far. */
export function Poll({ status, poll }: PollProps) {
  const [isLooking, setLooking] = useState(false)
  const { translation } = revealStateOf(status.id).value
  const titles = poll.options.map(({ title }, at) => translation?.poll?.options[at]?.title ?? title)
  const isOwn = status.account.id === viewer?.account_id
  const canVote = !poll.expired && poll.voted !== true && !isOwn
  const showsResults = !canVote || isLooking
  const refresh = useAction(async () => {
    try {
      changeStatus(status.id, { poll: await api.get<PollEntity>(`/api/v1/polls/${poll.id}`) })
    } catch (error) {
      tellError(error)
    }
  })
  return (
    <div class="poll">
      {showsResults ? (
        <PollResults poll={poll} titles={titles} />
      ) : (
        <Ballot status={status} poll={poll} titles={titles} />
      )}
      <p class="poll-foot">
        <PollState poll={poll} />
        {canVote && (
          <button type="button" class="text-button" onClick={() => setLooking(!isLooking)}>
            {isLooking ? t('Back to the choices') : t('See the results')}
          </button>
        )}
        {!poll.expired && showsResults && (
          <button
            type="button"
            class="text-button"
            aria-busy={refresh.busy ? 'true' : undefined}
            onClick={() => void refresh.start()}
          >
            {t('Refresh')}
          </button>
        )}
      </p>
    </div>
  )
}

function Ballot({ status, poll, titles }: PollProps & { titles: readonly string[] }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const name = useId()
  const vote = useAction(() => castVote(status, poll, chosen))
  const toggle = (at: number) => {
    if (!poll.multiple) setChosen([at])
    else setChosen(chosen.includes(at) ? chosen.filter((one) => one !== at) : [...chosen, at])
  }
  return (
    <form
      class="ballot"
      onSubmit={(event) => {
        event.preventDefault()
        if (viewer === null) askVisitor('vote', status.url ?? status.uri)
        else if (chosen.length > 0) void vote.start()
      }}
    >
      <fieldset>
        <legend class="visually-hidden">
          {poll.multiple ? t('Choose one or more') : t('Choose one')}
        </legend>
        {titles.map((title, at) => (
          <label key={`${at} ${title}`} class="poll-choice">
            <input
              type={poll.multiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(at)}
              onChange={() => toggle(at)}
            />
            <span dir="auto">{withEmojis(title, poll.emojis)}</span>
          </label>
        ))}
      </fieldset>
      <Button
        type="submit"
        small
        kind="primary"
        busy={vote.busy}
        disabled={viewer !== null && chosen.length === 0}
      >
        {t('Vote')}
      </Button>
    </form>
  )
}

async function castVote(status: Status, poll: PollEntity, choices: readonly number[]) {
  try {
    const path = `/api/v1/polls/${poll.id}/votes`
    changeStatus(status.id, { poll: await api.post<PollEntity>(path, { choices }) })
    announce(t('You voted'))
  } catch (error) {
    tellError(error)
    throw error
  }
}

/** How many took part, and until when. */
function PollState({ poll }: { poll: PollEntity }) {
  const { expired, expires_at, voters_count, votes_count } = poll
  const people =
    voters_count === null
      ? plural(votes_count, '{n} vote', '{n} votes')
      : plural(voters_count, '{n} person', '{n} people')
  return (
    <span>
      {people}
      {(expired || expires_at !== null) && ' · '}
      {expires_at === null ? (
        expired && t('Final results')
      ) : (
        <Time at={expires_at}>
          {expired ? t('Final results') : t('ends {when}', { when: formatRelative(expires_at) })}
        </Time>
      )}
    </span>
  )
}
