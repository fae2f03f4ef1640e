import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'

const HEIGHT = 40
/** of a bar, and from one bar to the next */
const [BAR, STEP] = [9, 13]

/** A bar for the posts of each week, the newest at the right; nothing where there are none. */
export function activityPlot(weeks: readonly number[]): SafeHtml {
  const most = Math.max(0, ...weeks)
  if (most === 0) return html``
  const bars = weeks.map((count, at) => {
    const height = Math.max(1, Math.round((count / most) * HEIGHT))
    return `M${at * STEP} ${HEIGHT}v-${height}h${BAR}v${height}Z`
  })
  return html`<figure class="activity">
<svg viewBox="0 0 ${(weeks.length - 1) * STEP + BAR} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${t('Posts by week, most recently {count}', { count: weeks.at(-1) ?? 0 })}"><path d="${bars.join('')}"/></svg>
<figcaption class="muted small">${t('Posts in the last twelve weeks')}</figcaption>
</figure>`
}
