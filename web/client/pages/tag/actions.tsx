import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import type { Tag } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, Pin } from '../../../shared/icons.tsx'
import { viewer } from '../../../shared/session.ts'
import { askVisitor } from '../../visitors/ask-visitor.ts'

interface TagActionsProps {
  /** null until it is read */
  tag: Tag | null
  name: string
  set: (tag: Tag) => void
}

/** Following a hashtag, and having it on one's own profile. */
export function TagActions({ tag, name, set }: TagActionsProps) {
  const path = `/tags/${encodeURIComponent(name)}`
  if (viewer === null) {
    const url = `${location.origin}${path}`
    return (
      <Button kind="primary" onClick={() => askVisitor('followTag', url)}>
        {t('Follow')}
      </Button>
    )
  }
  if (tag === null) return null
  const act = (verb: 'follow' | 'unfollow' | 'feature' | 'unfeature') => async () =>
    set(await api.post<Tag>(`/api/v1${path}/${verb}`))
  return (
    <>
      <ActionButton
        run={act(tag.featuring ? 'unfeature' : 'feature')}
        done={tag.featuring ? t('It is no longer on your profile') : t('It is on your profile now')}
      >
        <Icon of={Pin} size={18} solid={tag.featuring === true} />{' '}
        {tag.featuring ? t('Take off your profile') : t('Show on your profile')}
      </ActionButton>
      {tag.following ? (
        <ActionButton run={act('unfollow')}>{t('Unfollow')}</ActionButton>
      ) : (
        <ActionButton kind="primary" run={act('follow')}>
          {t('Follow')}
        </ActionButton>
      )}
    </>
  )
}
