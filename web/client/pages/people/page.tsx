import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Empty, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { displayName } from '../../../shared/components/person.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { FeedView } from '../../feed/feed-view.tsx'
import type { PageProps } from '../../page.ts'
import { accountOf } from '../../people/account-cache.ts'
import { accountFeed } from '../../people/account-feed.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { domainOf } from '../../people/domain.ts'
import { FollowButton } from '../../people/follow-button.tsx'
import { useCached } from '../../people/read-cache.ts'
import { removeFollower } from '../../profile/remove-follower.ts'
import { SuspendedProfile, UnknownProfile } from '../../profile/unavailable-profile.tsx'
import { profilePath } from '../../state/accounts.ts'
import '../../people/people.css'

type Direction = 'followers' | 'following'

const direction = (): Direction =>
  place.value.path.endsWith('/following') ? 'following' : 'followers'

const feedFor = (account: Account, which: Direction) =>
  accountFeed<Account>(`/api/v1/accounts/${account.id}/${which}`)

export async function prepare({ acct = '' }: PageProps['params']): Promise<void> {
  const found = accountOf(acct)
  await found.read()
  if (found.data.value !== null) await feedFor(found.data.value, direction()).start()
}

/** Followers of an account, or the accounts that it follows. */
export function Page({ params: { acct = '' } }: PageProps) {
  const found = accountOf(acct)
  const account = useCached(found)
  const error = found.error.value
  if (account === null) {
    if (error === null) return <Loading />
    return <UnknownProfile acct={acct} error={error} retry={() => void found.reload()} />
  }
  if (account.suspended) return <SuspendedProfile account={account} />
  return <People key={direction()} account={account} which={direction()} />
}

function People({ account, which }: { account: Account; which: Direction }) {
  const path = profilePath(account)
  const isOwn = viewer?.account_id === account.id
  const feed = feedFor(account, which)
  const title =
    which === 'followers'
      ? t('Followers of @{acct}', { acct: account.acct })
      : t('Followed by @{acct}', { acct: account.acct })
  return (
    <>
      <PageHead title={title} up={{ href: path, title: `@${account.acct}` }} />
      <nav class="tabs" aria-label={t('Direction')}>
        <a href={`${path}/followers`} aria-current={which === 'followers' ? 'page' : undefined}>
          {t('Followers')}
        </a>
        <a href={`${path}/following`} aria-current={which === 'following' ? 'page' : undefined}>
          {t('Following|count')}
        </a>
      </nav>
      {account.hide_collections && !isOwn ? (
        <Hidden account={account} />
      ) : (
        <div class="people-feed">
          <FeedView
            feed={feed}
            label={title}
            keyOf={({ id }) => id}
            empty={<Nobody account={account} which={which} />}
          >
            {(person) => (
              <AccountRow
                account={person}
                actions={
                  <>
                    {isOwn && which === 'followers' && (
                      <ActionButton
                        small
                        label={t('Remove @{acct} from your followers', { acct: person.acct })}
                        run={async () => {
                          if (await removeFollower(person)) {
                            feed.remove(({ id }) => id === person.id)
                          }
                        }}
                      >
                        {t('Remove')}
                      </ActionButton>
                    )}
                    <FollowButton account={person} />
                  </>
                }
              />
            )}
          </FeedView>
        </div>
      )}
      <Remote account={account} which={which} />
    </>
  )
}

function Hidden({ account }: { account: Account }) {
  return (
    <Empty>
      <p>
        <bdi>{displayName(account)}</bdi>{' '}
        {t('keeps to themselves whom they follow and who follows them.')}
      </p>
    </Empty>
  )
}

function Nobody({ account, which }: { account: Account; which: Direction }) {
  const { acct } = account
  if (viewer?.account_id !== account.id) {
    return (
      <p>
        {which === 'followers'
          ? t('Nobody that this server knows follows @{acct}.', { acct })
          : t('@{acct} follows nobody that this server knows.', { acct })}
      </p>
    )
  }
  if (which === 'followers') {
    return (
      <>
        <Drawing of="flock" />
        <p>{t('Nobody follows you yet. Post, and take part in what others talk about.')}</p>
      </>
    )
  }
  return (
    <>
      <Drawing of="flock" />
      <p>{t('You follow nobody yet.')}</p>
      <LinkButton kind="primary" href="/explore">
        {t('Find people to follow')}
      </LinkButton>
    </>
  )
}

/** Lists of people elsewhere are never whole. */
function Remote({ account, which }: { account: Account; which: Direction }) {
  const domain = domainOf(account)
  if (domain === null || account.url === null || account.hide_collections) return null
  return (
    <p class="elsewhere muted">
      {which === 'followers'
        ? t('Followers from other servers may be missing.')
        : t('Follows to other servers may be missing.')}{' '}
      <a href={account.url} target="_blank" rel="noopener noreferrer">
        {t('See more at {domain}', { domain })}
      </a>
    </p>
  )
}
