import type { Tag, TrendsLink } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'

interface TopicsProps {
  tags: readonly Tag[]
  links: readonly TrendsLink[]
}

/** Trending hashtags and links; null if there are none. */
export function Topics({ tags, links }: TopicsProps) {
  if (tags.length + links.length === 0) return null
  return (
    <section class="card" aria-label={t('What people talk about')}>
      <h2>{t('What people talk about')}</h2>
      {tags.length > 0 && (
        <ul class="topics">
          {tags.map(({ name }) => (
            <li key={name}>
              <a href={`/tags/${encodeURIComponent(name)}`}>
                <bdi>#{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul class="topic-links">
          {links.map(({ url, title, provider_name }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                <bdi>{title || url}</bdi>
              </a>
              <span class="muted small">{provider_name || URL.parse(url)?.host}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="landing-more">
        <a href="/explore">{t('Explore')}</a>
      </p>
    </section>
  )
}
