import { LinkButton } from '../../shared/components/button.tsx'
import { Empty, ErrorNotice, Loading } from '../../shared/components/notice.tsx'
import type { Account, FeaturedTag } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { collectionsOf, endorsedBy, featuredTagsOf } from '../people/account-cache.ts'
import { AccountRow } from '../people/account-row.tsx'
import { CollectionCard } from '../people/collections/collection-card.tsx'
import { FollowButton } from '../people/follow-button.tsx'
import { useCached } from '../people/read-cache.ts'
import { profilePath } from '../state/accounts.ts'
import './featured.css'

/** Featured hashtags, collections and accounts of a profile. */
export function Featured({ account }: { account: Account }) {
  const sources = [featuredTagsOf(account), endorsedBy(account), collectionsOf(account)] as const
  const tags = useCached(sources[0])
  const people = useCached(sources[1])
  const collections = useCached(sources[2])
  const failed = sources.find((source) => source.error.value !== null)
  if (tags === null || people === null || collections === null) {
    const error = failed?.error.value ?? null
    if (error === null) return <Loading />
    const retry = () => void Promise.all(sources.map((source) => source.reload()))
    return <ErrorNotice error={error} retry={retry} />
  }
  if (tags.length + people.length + collections.length === 0) return <Nothing account={account} />
  return (
    <div class="featured">
      {tags.length > 0 && <Tags account={account} tags={tags} />}
      {collections.length > 0 && (
        <section>
          <h2>{t('Collections')}</h2>
          <ul class="collection-cards">
            {collections.map((collection) => (
              <li key={collection.id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {people.length > 0 && (
        <section>
          <h2>{t('People')}</h2>
          <ul class="account-rows">
            {people.map((person) => (
              <li key={person.id}>
                <AccountRow account={person} actions={<FollowButton account={person} />} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Tags({ account, tags }: { account: Account; tags: readonly FeaturedTag[] }) {
  return (
    <section>
      <h2>{t('Hashtags')}</h2>
      <ul class="featured-tags">
        {tags.map(({ id, name, statuses_count }) => (
          <li key={id}>
            <a href={`${profilePath(account)}/tagged/${encodeURIComponent(name)}`}>
              <strong>
                #<bdi>{name}</bdi>
              </strong>
              <span class="muted small">
                {plural(Number(statuses_count), '{n} post', '{n} posts')}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Nothing({ account }: { account: Account }) {
  if (viewer?.account_id !== account.id) {
    return <Empty>{t('@{acct} does not feature anything yet.', { acct: account.acct })}</Empty>
  }
  return (
    <Empty>
      <p>
        {t('Show others what you care about: hashtags, people you recommend, and collections.')}
      </p>
      <div class="buttons centred">
        <LinkButton href="/profile/edit">{t('Choose hashtags')}</LinkButton>
        <LinkButton href="/collections">{t('Make a collection')}</LinkButton>
      </div>
    </Empty>
  )
}
