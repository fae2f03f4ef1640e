import { LinkButton } from '../../../shared/components/button.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { TrendsLink } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { feedOf } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { offsetSource } from '../../feed/offset-source.ts'
import { NameLink } from '../../people/account-name.tsx'

const urlOf = ({ url }: TrendsLink): string => url

export const news = () =>
  feedOf(offsetSource<TrendsLink>('/api/v1/trends/links', { limit: 20, idOf: urlOf }))

/** Pages elsewhere that many people share. */
export function News() {
  return (
    <FeedView
      feed={news()}
      label={t('News')}
      keyOf={urlOf}
      empty={
        <>
          <p>{t('No page is shared by many people at the moment. Look in again later.')}</p>
          <LinkButton kind="primary" href="/explore">
            {t('See popular posts')}
          </LinkButton>
        </>
      }
    >
      {(link) => <Link link={link} />}
    </FeedView>
  )
}

function Link({ link }: { link: TrendsLink }) {
  return (
    <article class="news" lang={link.language ?? undefined}>
      <div class="news-text">
        <p class="news-from muted">
          <span dir="auto">{link.provider_name || hostOf(link.url)}</span>
          {link.published_at !== null && (
            <>
              {' · '}
              <Time at={link.published_at} />
            </>
          )}
        </p>
        <h2>
          <a href={link.url} target="_blank" rel="noopener noreferrer" dir="auto">
            {link.title || link.url}
          </a>
        </h2>
        <Author link={link} />
        <a class="news-talk" href={`/links/timeline?url=${encodeURIComponent(link.url)}`}>
          {sharesOf(link)}
        </a>
      </div>
      {link.image !== null && (
        <img
          class="news-picture"
          src={link.image}
          alt={link.image_description}
          width={112}
          height={84}
          loading="lazy"
          decoding="async"
        />
      )}
    </article>
  )
}

function Author({ link: { authors, author_name } }: { link: TrendsLink }) {
  const known = authors.find(({ account }) => account !== null)?.account
  if (known) {
    return (
      <p class="news-author">{rich('By {author}', { author: <NameLink account={known} /> })}</p>
    )
  }
  const name = authors[0]?.name || author_name
  return name === '' ? null : <p class="news-author muted">{t('By {author}', { author: name })}</p>
}

function sharesOf({ history }: TrendsLink): string {
  const people = history.slice(0, 2).reduce((sum, { accounts }) => sum + Number(accounts), 0)
  if (people === 0) return t('See what people say about it')
  return plural(people, '{n} person speaks about it', '{n} people speak about it')
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url
