import { tellError } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'
import { EMOJI_REACTION, type KnownType } from '../../notifications/types.ts'
import { changeWishes, wishes } from '../../push/subscription.ts'

/** Choices of push alerts; related notification types share one choice. */
const choices = (): readonly (readonly [title: string, types: readonly KnownType[]])[] => [
  [t('Mentions and quotes'), ['mention', 'quote']],
  [t('New followers'), ['follow']],
  [t('Follow requests'), ['follow_request']],
  [t('Favourites and reactions'), ['favourite', EMOJI_REACTION]],
  [t('Boosts'), ['reblog']],
  [t('Posts of people whose bell is on'), ['status']],
  [t('Edits of posts that you boosted or quoted'), ['update', 'quoted_update']],
  [t('Polls that ended'), ['poll']],
  [t('Collections that you are in'), ['added_to_collection', 'collection_update']],
  [t('Warnings and lost connections'), ['moderation_warning', 'severed_relationships']],
  ...(may('manageReports') ? [[t('New reports'), ['admin.report']] as const] : []),
  ...(may('manageUsers') ? [[t('New people on this server'), ['admin.sign_up']] as const] : []),
]

export function Alerts() {
  const { alerts = {}, policy = 'all' } = wishes.value ?? {}
  const known = alerts as Readonly<Record<string, boolean | undefined>>
  return (
    <fieldset class="choices alerts">
      <legend>{t('Tell me of')}</legend>
      {choices().map(([title, types]) => (
        <label key={title} class="choice">
          <input
            type="checkbox"
            checked={types.some((type) => known[type] === true)}
            onChange={({ currentTarget }) => {
              const changed = types.map((type) => [type, currentTarget.checked])
              const wanted = { ...known, ...Object.fromEntries(changed) }
              changeWishes({ alerts: wanted, policy }).catch(tellError)
            }}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  )
}
