import { api } from '../../../shared/api.ts'
import { Html } from '../../../shared/components/html.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { withEmojis } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import type { About } from './draft.ts'
import { toggled } from './draft.ts'
import { StepButtons, StepHead, type StepProps } from './step.tsx'

/** Which posts it is about: those chosen before, and the latest ones. */
export function StatusesStep({ about, draft, back, onDone }: StepProps & { onDone: () => void }) {
  const found = useResource(`posts to report of ${about.account.id}`, () => readStatuses(about))
  const title = t('Are there posts that show it?')
  const chosen = draft.statusIds.value
  return (
    <>
      <StepHead
        title={title}
        lead={t('Choose those that the moderators should see. You can leave this out.')}
      />
      <Loaded from={found}>
        {(statuses) =>
          statuses.length === 0 ? (
            <p class="empty">{t('There are no posts that you can see.')}</p>
          ) : (
            <fieldset class="report-options">
              <legend class="visually-hidden">{title}</legend>
              {statuses.map((status) => (
                <StatusOption
                  key={status.id}
                  status={status}
                  isChosen={chosen.has(status.id)}
                  onToggle={() => {
                    draft.statusIds.value = toggled(chosen, status.id)
                  }}
                />
              ))}
            </fieldset>
          )
        }
      </Loaded>
      <StepButtons
        back={back}
        next={onDone}
        nextTitle={chosen.size === 0 ? t('Go on without posts') : t('Next')}
      />
    </>
  )
}

async function readStatuses({ account, statuses = [] }: About): Promise<Status[]> {
  const query = { exclude_reblogs: true, limit: 40 }
  const latest = await api.get<Status[]>(`/api/v1/accounts/${account.id}/statuses`, query)
  const others = latest.filter(({ id }) => !statuses.some((status) => status.id === id))
  return [...statuses, ...others]
}

interface StatusOptionProps {
  status: Status
  isChosen: boolean
  onToggle: () => void
}

function StatusOption({ status, isChosen, onToggle }: StatusOptionProps) {
  const { media_attachments: media, spoiler_text: warning } = status
  return (
    <label class="report-option">
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span class="report-status">
        <span class="muted small">
          <Time at={status.created_at} />
        </span>
        {warning !== '' && <strong dir="auto">{withEmojis(warning, status.emojis)}</strong>}
        <Html class="report-words" html={status.content} emojis={status.emojis} />
        {media.length > 0 && (
          <span class="muted small">
            {plural(media.length, '{n} attachment', '{n} attachments')}
          </span>
        )}
      </span>
    </label>
  )
}
