import { plural, t } from '../../../shared/i18n.ts'
import type { SharedLink } from './digest.ts'
import { namesOf } from './names.ts'

/** Links that were shared, with who shared them; folded, as they are beside the posts. */
export function Links({ links }: { links: readonly SharedLink[] }) {
  if (links.length === 0) return null
  return (
    <details class="card catch-up-links">
      <summary>{plural(links.length, '{n} link was shared', '{n} links were shared')}</summary>
      <ol>
        {links.map(({ card, by }) => (
          <li key={card.url}>
            <a href={card.url} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
              {card.title}
            </a>
            <p class="small muted">
              <bdi>{hostOf(card.url)}</bdi> · {t('shared by {names}', { names: namesOf(by) })}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
}
