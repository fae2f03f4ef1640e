import { Button } from '../../shared/components/button.tsx'
import { ask } from '../../shared/components/dialog.tsx'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { profilePath } from '../state/accounts.ts'
import { webSetting } from '../state/web-settings.ts'
import { askVisitor } from '../visitors/ask-visitor.ts'
import { act, useRelationship } from './relationships.ts'

/** Follows somebody, or no longer: shown as done at once. */
export function FollowButton({ account }: { account: Account }) {
  const relationship = useRelationship(account.id)
  if (viewer?.account_id === account.id) return null
  if (viewer === null) {
    const url = account.url ?? profilePath(account)
    return (
      <FollowKey account={account} onPress={() => askVisitor('follow', url)}>
        {t('Follow')}
      </FollowKey>
    )
  }
  // takes the room that it will need, so that nothing moves when it is known
  if (relationship === null)
    return (
      <Button small disabled>
        {t('Follow')}
      </Button>
    )
  return <Known account={account} relationship={relationship} />
}

function Known({ account, relationship }: { account: Account; relationship: Relationship }) {
  const { acct } = account
  const { following, requested, blocking, blocked_by, domain_blocking } = relationship
  if (blocking) {
    return (
      <Button
        small
        label={t('Unblock @{acct}', { acct })}
        onClick={() => void act(account.id, { verb: 'unblock', expected: { blocking: false } })}
      >
        {t('Unblock')}
      </Button>
    )
  }
  if (following || requested) {
    const text = requested ? t('Requested') : t('Following')
    return (
      <Button
        small
        label={`${text}. ${t('Unfollow @{acct}', { acct })}`}
        onClick={() => void unfollow(account, relationship)}
      >
        {text}
      </Button>
    )
  }
  if (blocked_by || domain_blocking || account.moved !== undefined) return null
  return (
    <FollowKey account={account} onPress={() => void follow(account, relationship)}>
      {relationship.followed_by ? t('Follow back') : t('Follow')}
    </FollowKey>
  )
}

function FollowKey(props: { account: Account; children: string; onPress: () => void }) {
  const { account, children, onPress } = props
  return (
    <Button small kind="primary" label={`${children} @${account.acct}`} onClick={onPress}>
      {children}
    </Button>
  )
}

/** @param options as of `POST /api/v1/accounts/:id/follow`; also changes those of a follow that there is */
export async function follow(
  account: Account,
  relationship: Relationship,
  options: { reblogs?: boolean; notify?: boolean; languages?: readonly string[] } = {},
): Promise<boolean> {
  const isNew = !relationship.following && !relationship.requested
  const expected: Partial<Relationship> = isNew
    ? account.locked
      ? { requested: true }
      : { following: true, showing_reblogs: true }
    : {}
  if (options.reblogs !== undefined) expected.showing_reblogs = options.reblogs
  if (options.notify !== undefined) expected.notifying = options.notify
  return (await act(account.id, { verb: 'follow', body: options, expected })) !== null
}

/** Asks first where the person wishes to be asked. */
export async function unfollow(
  account: Account,
  { requested }: Pick<Relationship, 'requested'>,
): Promise<void> {
  if (webSetting('ask_unfollow').peek() && !(await isWanted(account, requested))) return
  await act(account.id, { verb: 'unfollow', expected: { following: false, requested: false } })
}

function isWanted({ acct, locked }: Account, requested: boolean): Promise<boolean> {
  return ask({
    title: requested
      ? t('Take back your request to @{acct}?', { acct })
      : t('Unfollow @{acct}?', { acct }),
    text: locked
      ? t('They approve by hand who follows them: you would have to ask again.')
      : t('Their posts no longer come into your home timeline.'),
    confirm: requested ? t('Take back the request') : t('Unfollow'),
  })
}
