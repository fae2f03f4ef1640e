import { useId } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import type { NotificationPolicy } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { type Resource, useGet } from '../../../shared/use-resource.ts'

type Kind = Exclude<keyof NotificationPolicy, 'summary'>
type Choice = NotificationPolicy[Kind]

const PATH = '/api/v2/notifications/policy'

const kinds = (): readonly (readonly [Kind, title: string, hint: string])[] => [
  ['for_not_following', t('People you do not follow'), t('Until you accept them by hand')],
  [
    'for_not_followers',
    t('People who do not follow you'),
    t('Also those who follow you since less than three days'),
  ],
  ['for_new_accounts', t('New accounts'), t('Made within the last 30 days')],
  [
    'for_private_mentions',
    t('Private mentions nobody asked for'),
    t('Unless they answer you, or you follow who wrote'),
  ],
  [
    'for_limited_accounts',
    t('Accounts limited by the moderators'),
    t('Of this server; unless you follow them'),
  ],
  ['for_bots', t('Bots'), t('Accounts that say they are run by a program')],
]

/** The notification policy: how to treat notifications from each kind of account. */
export function PolicySection() {
  const policy = useGet<NotificationPolicy>(PATH)
  return (
    <section class="card" aria-labelledby="policy-title">
      <h2 id="policy-title">{t('Who gets through')}</h2>
      <p class="muted">
        {t(
          'What is kept back waits apart, and you decide about each person. What is dropped never reaches you.',
        )}
      </p>
      <Loaded from={policy}>
        {(data) => (
          <>
            {kinds().map(([kind, title, hint]) => (
              <PolicyRow key={kind} kind={kind} title={title} hint={hint} policy={policy} />
            ))}
            <p>
              <a href="/notifications/requests">
                {plural(
                  data.summary.pending_requests_count,
                  'Kept back from {n} person',
                  'Kept back from {n} people',
                )}
              </a>
            </p>
          </>
        )}
      </Loaded>
    </section>
  )
}

interface RowProps {
  kind: Kind
  title: string
  hint: string
  policy: Resource<NotificationPolicy>
}

function PolicyRow({ kind, title, hint, policy }: RowProps) {
  const id = useId()
  const { data } = policy
  if (data === null) return null
  const choose = async (choice: Choice) => {
    policy.set({ ...data, [kind]: choice })
    try {
      policy.set(await api.patch<NotificationPolicy>(PATH, { [kind]: choice }))
    } catch (error) {
      policy.set(data)
      tellError(error)
    }
  }
  return (
    <div class="setting-row">
      <label for={id}>
        <strong>{title}</strong>
        <span class="hint">{hint}</span>
      </label>
      <select
        id={id}
        value={data[kind]}
        onChange={({ currentTarget }) => void choose(currentTarget.value as Choice)}
      >
        <option value="accept">{t('Show')}</option>
        <option value="filter">{t('Keep back')}</option>
        <option value="drop">{t('Drop')}</option>
      </select>
    </div>
  )
}
