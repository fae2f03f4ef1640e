import { Badge } from '../../shared/components/notice.tsx'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { Bot, Icon, Lock, Users } from '../../shared/icons.tsx'

interface ProfileBadgesProps {
  account: Account
  relationship: Relationship | null
}

/** Badges for the kind of an account and for its relationship to the viewer. */
export function ProfileBadges({ account, relationship }: ProfileBadgesProps) {
  const words = [
    relationship?.followed_by && <Badge tone="info">{t('Follows you')}</Badge>,
    account.memorial && <Badge>{t('In memoriam')}</Badge>,
    account.bot && (
      <Badge>
        <Icon of={Bot} size={14} /> {t('Bot|kind of account')}
      </Badge>
    ),
    account.group && (
      <Badge>
        <Icon of={Users} size={14} /> {t('Group')}
      </Badge>
    ),
    account.locked && (
      <Badge>
        <Icon of={Lock} size={14} /> {t('Approves followers')}
      </Badge>
    ),
    ...(account.roles ?? []).map(({ id, name }) => (
      <Badge key={id} tone="success">
        {name}
      </Badge>
    )),
  ].filter(Boolean)
  return words.length === 0 ? null : <p class="profile-badges">{words}</p>
}
