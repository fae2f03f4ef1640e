import { useEffect } from 'preact/hooks'
import { LinkButton } from '../../../shared/components/button.tsx'
import { t } from '../../../shared/i18n.ts'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { FewSuggestions, suggestions } from '../../people/suggestions.tsx'
import { StatusCard } from '../../status/status-card.tsx'
import '../../people/people.css'

const PEOPLE_SHOWN = 5
const POSTS_SHOWN = 5

/** as on the page of what is popular */
const popular = () => feedOf(statusSource('/api/v1/trends/statuses'))

/** People and popular posts in the place of an empty home timeline. */
export function NothingYet() {
  useEffect(() => {
    void suggestions().start()
    void popular().start()
  }, [])
  const people = suggestions().blocks.value.some(({ entries }) => entries.length > 0)
  const posts = popular().blocks.value.flatMap(({ entries }) => entries)
  return (
    <div class="home-beginning">
      {people && (
        <section aria-labelledby="home-people">
          <h2 id="home-people">{t('People you may like')}</h2>
          <FewSuggestions most={PEOPLE_SHOWN} />
          <LinkButton small href="/explore/suggestions">
            {t('Find more people to follow')}
          </LinkButton>
        </section>
      )}
      {posts.length > 0 && (
        <section aria-labelledby="home-popular">
          <h2 id="home-popular">{t('Popular posts')}</h2>
          {posts.slice(0, POSTS_SHOWN).map((post) => (
            <StatusCard key={post.id} post={post} context="public" />
          ))}
        </section>
      )}
    </div>
  )
}
