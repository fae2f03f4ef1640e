import { LinkButton } from '../../shared/components/button.tsx'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import {
  Bell,
  Check,
  ChevronDown,
  Ellipsis,
  Icon,
  Languages,
  Repeat2,
  Star,
  UserMinus,
} from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { type MenuItem, openMenu } from '../layers/menu.tsx'
import { FollowButton, follow, unfollow } from '../people/follow-button.tsx'
import { act } from '../people/relationships.ts'
import { openFollowLanguages } from './open-dialogs.ts'
import { inGroups, menuOf } from './profile-menu.ts'

interface ProfileActionsProps {
  account: Account
  relationship: Relationship | null
}

/** Actions for an account: following with its options, and a menu of all others. */
export function ProfileActions({ account, relationship }: ProfileActionsProps) {
  const isOwn = viewer?.account_id === account.id
  const more = t('More about @{acct}', { acct: account.acct })
  const change = t('Following: change')
  return (
    <div class="profile-actions">
      <button
        type="button"
        class="icon-button framed"
        aria-label={more}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget, more, menuOf(account, relationship))}
      >
        <Icon of={Ellipsis} />
      </button>
      {isOwn && (
        <LinkButton small href="/profile/edit">
          {t('Edit your profile')}
        </LinkButton>
      )}
      {relationship?.following ? (
        <button
          type="button"
          class="button secondary small"
          aria-label={change}
          aria-haspopup="menu"
          onClick={(event) => {
            openMenu(event.currentTarget, change, inGroups(followItems(account, relationship)))
          }}
        >
          <Icon of={Check} size={16} /> {t('Following')} <Icon of={ChevronDown} size={16} />
        </button>
      ) : (
        <FollowButton account={account} />
      )}
    </div>
  )
}

function followItems(account: Account, relationship: Relationship): MenuItem[][] {
  const { showing_reblogs, notifying, languages, endorsed } = relationship
  const count = languages?.length ?? 0
  return [
    [
      {
        label: t('Show their boosts'),
        icon: Repeat2,
        checked: showing_reblogs,
        run: () => void follow(account, relationship, { reblogs: !showing_reblogs }),
      },
      {
        label: t('Notify me of new posts'),
        icon: Bell,
        checked: notifying,
        run: () => void follow(account, relationship, { notify: !notifying }),
      },
      {
        label: count === 0 ? t('Languages…') : t('Languages ({n})…', { n: count }),
        icon: Languages,
        run: () => openFollowLanguages(account),
      },
      {
        label: t('Feature on your profile'),
        icon: Star,
        checked: endorsed,
        run: () => {
          const verb = endorsed ? 'unendorse' : 'endorse'
          void act(account.id, { verb, expected: { endorsed: !endorsed } })
        },
      },
    ],
    [
      {
        label: t('Unfollow'),
        icon: UserMinus,
        danger: true,
        run: () => void unfollow(account, relationship),
      },
    ],
  ]
}
