import { useState } from 'preact/hooks'
import type { Account } from '../../shared/entities/api.ts'
import { formatDate } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { BadgeCheck, Icon } from '../../shared/icons.tsx'
import { Content } from '../status/content.tsx'

/** Biography and fields of an account. */
export function ProfileText({ account }: { account: Account }) {
  return (
    <>
      {account.note !== '' && <Note account={account} />}
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

/** characters and lines of a biography that a phone shows at once */
const LONG = 220
const LINES = 4

/** The biography; on phones the beginning of a long one, so that posts are seen below it. */
function Note({ account: { note, emojis } }: { account: Account }) {
  const [isWhole, setWhole] = useState(false)
  const lines = note.match(/<br|<p|<li/g)?.length ?? 0
  const isLong = lines > LINES || note.replace(/<[^>]*>/g, '').length > LONG
  return (
    <>
      <div class={isLong && !isWhole ? 'profile-note folded' : 'profile-note'} dir="auto">
        <Content html={note} emojis={emojis} />
      </div>
      {isLong && (
        <button
          type="button"
          class="text-button profile-note-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('Read less') : t('Read more')}
        </button>
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
