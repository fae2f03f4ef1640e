import { useRef } from 'preact/hooks'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { formatCompact, formatNumber } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { profilePath } from '../state/accounts.ts'

interface CountsProps {
  account: Account
  relationship: Relationship | null
}

/** How much somebody posts, whom they follow, and who follows them. */
export function Counts({ account, relationship }: CountsProps) {
  const path = profilePath(account)
  const { statuses_count, following_count } = account
  const followers_count = useFollowers(account, relationship)
  return (
    <ul class="profile-counts">
      <li>
        <Count href={path} count={statuses_count} title={t('Posts')} />
      </li>
      <li>
        <Count href={`${path}/following`} count={following_count} title={t('Following|count')} />
      </li>
      <li>
        <Count href={`${path}/followers`} count={followers_count} title={t('Followers')} />
      </li>
    </ul>
  )
}

function Count({ href, count, title }: { href: string; count: number; title: string }) {
  return (
    <a href={href} title={formatNumber(count)}>
      <strong>{formatCompact(count)}</strong> {title}
    </a>
  )
}

/** Counts the person's own follow at once, and no longer once they take it back. */
function useFollowers(account: Account, relationship: Relationship | null): number {
  const begin = useRef<{ account: Account; following: boolean } | null>(null)
  if (relationship === null) return account.followers_count
  const { following } = relationship
  if (begin.current?.account !== account) begin.current = { account, following }
  return account.followers_count + Number(following) - Number(begin.current.following)
}
