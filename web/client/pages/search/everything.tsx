import type { ComponentChildren } from 'preact'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Empty, ErrorNotice } from '../../../shared/components/notice.tsx'
import type { Search } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { addressWith } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { FeedSkeleton } from '../../feed/skeleton.tsx'
import { TagRow } from '../../feed/tag-row.tsx'
import { PersonRow } from '../../people/person-row.tsx'
import { keepPost } from '../../state/statuses.ts'
import { StatusCard } from '../../status/status-card.tsx'
import { NothingFound } from './nothing-found.tsx'

/** of each kind; more are on the page of the kind */
const FEW = 5

/** The first few of every kind. */
export function Everything({ q }: { q: string }) {
  const found = useGet<Search>('/api/v2/search', { q, limit: FEW })
  const { data, error } = found
  if (error !== null) return <ErrorNotice error={error} retry={() => void found.reload()} />
  if (data === null) return <FeedSkeleton isFirst />
  const { accounts, hashtags, statuses } = data
  const isEmpty = accounts.length + hashtags.length + statuses.length === 0
  if (isEmpty) {
    return (
      <Empty>
        <NothingFound q={q} />
      </Empty>
    )
  }
  return (
    <>
      <Section title={t('People')} type="accounts" n={accounts.length}>
        {accounts.map((account) => (
          <div key={account.id} class="entry">
            <PersonRow account={account} />
          </div>
        ))}
      </Section>
      <Section title={t('Hashtags')} type="hashtags" n={hashtags.length}>
        {hashtags.map((tag) => (
          <div key={tag.name} class="entry">
            <TagRow tag={tag} />
          </div>
        ))}
      </Section>
      <Section title={t('Posts|what people write')} type="statuses" n={statuses.length}>
        {statuses.map(keepPost).map((post) => (
          <div key={post.id} class="entry">
            <StatusCard post={post} context="public" />
          </div>
        ))}
      </Section>
      {viewer === null && <OnlyHere />}
    </>
  )
}

interface SectionProps {
  title: string
  type: string
  n: number
  children: ComponentChildren
}

function Section({ title, type, n, children }: SectionProps) {
  if (n === 0) return null
  return (
    <section class="search-section" aria-label={title}>
      <div class="search-section-head">
        <h2>{title}</h2>
        {n >= FEW && <a href={addressWith({ type })}>{t('Show all')}</a>}
      </div>
      <div class="feed">{children}</div>
    </section>
  )
}

/** Explains which results require an account. */
export function OnlyHere() {
  const back = encodeURIComponent(addressWith({}))
  return (
    <div class="search-more">
      <p class="muted">
        {t('With an account you can search posts, and profiles of other servers.')}
      </p>
      <LinkButton href={`/auth/sign_in?return_to=${back}`}>{t('Sign in')}</LinkButton>
    </div>
  )
}
