import { bytesText, dayText } from '../../../features/health/amounts.ts'
import { type Figure, figuresOf, lastOfEachDay } from '../../../features/health/figures.ts'
import type { Sample } from '../../../features/health/samples.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { formatNumber, formatTime, type Text, t } from '../../../kernel/text/messages.ts'

const [WIDTH, HEIGHT] = [300, 60]

interface Group {
  title: Text
  figures: readonly { of: Figure; title: Text }[]
  write: (value: number) => Text
}

const GROUPS: readonly Group[] = [
  {
    title: t('Room'),
    write: bytesText,
    figures: [
      { of: 'free_bytes', title: t('Free on the disk of the data') },
      { of: 'database_bytes', title: t('Database') },
      { of: 'media_bytes', title: t('Media') },
    ],
  },
  {
    title: t('Work'),
    write: (value) => formatNumber(value),
    figures: [
      { of: 'jobs_waiting', title: t('Jobs that wait') },
      { of: 'jobs_parked', title: t('Jobs that failed') },
      { of: 'deliveries_waiting', title: t('Deliveries that wait') },
      { of: 'hosts_silent', title: t('Servers that do not answer') },
    ],
  },
  {
    title: t('Answers of each hour'),
    write: (value) => formatNumber(value),
    figures: [
      { of: 'requests', title: t('Requests') },
      { of: 'errors', title: t('Errors of the server') },
      { of: 'stalls', title: t('Times that it stood still') },
    ],
  },
]

/** Pictures of the last weeks, each group with the same figures as a table. */
export function healthFigures(samples: readonly Sample[]): SafeHtml {
  return html`<section class="card" aria-labelledby="health-figures">
<h2 id="health-figures">${t('The last weeks')}</h2>
${samples.length < 2 ? html`<p class="muted">${t('There are no figures yet: the server notes them each hour.')}</p>` : GROUPS.map((group) => drawGroup(group, samples))}
</section>`
}

function drawGroup({ title, figures, write }: Group, samples: readonly Sample[]): SafeHtml {
  const drawn = figures.map(({ of, title }) => ({ of, title, points: figuresOf(samples, of) }))
  const days = lastOfEachDay(
    samples,
    figures.map(({ of }) => of),
  )
  return html`<h3>${title}</h3>
<div class="health-plots">
${drawn.map((one) => plot(one.title, one.points, write))}
</div>
<details class="health-table">
<summary>${t('{title} as a table', { title })}</summary>
<div class="health-scroll" tabindex="0" role="region" aria-label="${title}">
<table>
<thead><tr><th scope="col">${t('Day')}</th>${figures.map((figure) => html`<th scope="col">${figure.title}</th>`)}</tr></thead>
<tbody>${days.map(
    ({ at, values }) =>
      html`<tr><th scope="row">${dayText(at)}</th>${values.map(
        (value) => html`<td>${value === null ? '–' : write(value)}</td>`,
      )}</tr>`,
  )}</tbody>
</table>
</div>
</details>`
}

type Points = readonly { at: number; value: number }[]

function plot(title: Text, points: Points, write: Group['write']): SafeHtml {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) {
    return html`<figure class="health-plot"><figcaption>${title} <span class="muted">${t('no figures yet')}</span></figcaption></figure>`
  }
  const most = Math.max(...points.map(({ value }) => value))
  const label = t('{title}: now {now}, at most {most}', {
    title,
    now: write(last.value),
    most: write(most),
  })
  return html`<figure class="health-plot">
<figcaption>${title} <strong>${write(last.value)}</strong></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}"><path d="${pathOf(points, most)}"/></svg>
<p class="muted small health-axis"><span>${dateOf(first.at)}</span><span>${t('at most {most}', { most: write(most) })}</span><span>${dateOf(last.at)}</span></p>
</figure>`
}

const dateOf = (at: number) => formatTime(at, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A line through the points, by their times. */
function pathOf(points: Points, most: number): string {
  const [begin, end] = [points[0]!.at, points.at(-1)!.at]
  const placed = points.map(({ at, value }) => {
    const x = ((at - begin) / Math.max(1, end - begin)) * WIDTH
    const y = HEIGHT - 2 - (value / Math.max(1, most)) * (HEIGHT - 4)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return placed.length === 1 ? `M0 ${placed[0]!.split(' ')[1]}H${WIDTH}` : `M${placed.join('L')}`
}
