import type { Account } from '../../shared/entities/api.ts'
import { formatDate } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { BadgeCheck, Icon } from '../../shared/icons.tsx'
import { Content } from '../status/content.tsx'

/** Biography and fields of an account. */
export function ProfileText({ account }: { account: Account }) {
  return (
    <>
      {account.note !== '' && (
        <div class="profile-note" dir="auto">
          <Content html={account.note} emojis={account.emojis} />
        </div>
      )}
      {account.fields.length > 0 && (
        <dl class="profile-fields">
          {account.fields.map(({ name, value, verified_at }) => (
            <div key={`${name} ${value}`} class={verified_at === null ? '' : 'verified'}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">
                {verified_at !== null && <Verified at={verified_at} />}
                <Content html={value} emojis={account.emojis} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Verified({ at }: { at: string }) {
  const text = t('The ownership of this link was checked on {date}', { date: formatDate(at) })
  return (
    <span class="profile-verified" role="img" aria-label={text} title={text}>
      <Icon of={BadgeCheck} size={18} />
    </span>
  )
}
