import { Sparkline } from '../../shared/components/chart.tsx'
import type { Tag } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import '../../shared/styles/charts.css'
import './tag-row.css'

/** A hashtag in a list, and how much it was used. */
export function TagRow({ tag }: { tag: Tag }) {
  return (
    <article class="tag-row">
      <div class="tag-row-names">
        <a href={`/tags/${encodeURIComponent(tag.name)}`}>
          <bdi>#{tag.name}</bdi>
        </a>
        <p class="muted">{peopleOf(tag.history)}</p>
      </div>
      <Uses history={tag.history} />
    </article>
  )
}

/** A small graph of the last days, the newest at the end. */
export function Uses({ history }: Pick<Tag, 'history'>) {
  const values = history.slice(0, 7).map(({ uses }) => Number(uses))
  if (values.length < 2) return null
  return (
    <div class="uses-graph">
      <Sparkline values={values.reverse()} label={t('How much it was used in the last days')} />
    </div>
  )
}

/** By today and yesterday, as a day has only begun in the morning. */
export function peopleOf(history: Tag['history']): string {
  const people = history.slice(0, 2).reduce((sum, { accounts }) => sum + Number(accounts), 0)
  if (people === 0) return t('Not used in the last two days')
  return plural(people, '{n} person in the last two days', '{n} people in the last two days')
}
