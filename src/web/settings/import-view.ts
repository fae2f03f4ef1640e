import { html, type SafeHtml } from '../../text/html.ts'
import type { DataImport, ImportRow } from '../../transfer/imports/queries.ts'
import { presentRow } from '../../transfer/imports/serializer.ts'
import { csrfField } from '../forms.ts'
import type { SignedIn } from '../signed-in.ts'
import { progressBar, progressWords, reload, stateOf, TYPES } from './import-export-views.ts'

/** rows of an import that its page shows */
export const ROWS_SHOWN = 10

interface Shown {
  data: DataImport
  /** the first of its rows, and of those that failed */
  preview: readonly ImportRow[]
  failed: readonly ImportRow[]
}

/** Whether it goes on by itself. */
export function isBusy({ state }: DataImport): boolean {
  return state === 'reading' || state === 'running'
}

/** One import: what is in it, how far it is, and what can be done. */
export function importBody(path: string, caller: SignedIn, shown: Shown): SafeHtml {
  const { data, preview, failed } = shown
  const own = `${path}/imports/${data.id}`
  return html`<section class="card" aria-labelledby="state">
<h2 id="state">${TYPES[data.type]}: ${stateOf(data)}</h2>
<p class="muted break">${data.file_name}</p>
${data.error !== null && html`<div class="notice danger" role="alert">${data.error}.</div>`}
${data.state === 'reading' ? html`<p role="status">Your archive is being read.</p>` : progress(data)}
${leftOut(data)}
${data.state === 'unconfirmed' && confirmForm(own, caller, data)}
${actions(own, caller, data)}
</section>
${rowsCard('What is in it', preview, data)}
${failed.length > 0 && problemsCard(own, failed, data)}
<p><a href="${path}">‹ Import and export</a></p>`
}

function progress(data: DataImport): SafeHtml {
  const { processed_items, imported_items, failed_items } = data
  const skipped = processed_items - imported_items - failed_items
  if (data.state === 'unconfirmed') return contents(data)
  const parts = [
    `${imported_items.toLocaleString('en')} imported`,
    ...(skipped > 0 ? [`${skipped.toLocaleString('en')} left out`] : []),
    ...(failed_items > 0 ? [`${failed_items.toLocaleString('en')} failed`] : []),
  ]
  return html`<div role="status"><p>${progressWords(data)} done: ${parts.join(', ')}.</p>
${data.total_items > 0 && progressBar('Done', data)}</div>`
}

function contents({ total_items: total, failed_items: failed }: DataImport): SafeHtml {
  const wrong = failed > 0 && html`, of which ${failed.toLocaleString('en')} cannot be imported`
  return html`<p>${total.toLocaleString('en')} in all${wrong}.</p>`
}

const LEFT_OUT: Record<string, string> = {
  boosts: 'boosts',
  votes: 'votes in polls',
  others: 'that are no posts of yours',
  unreadable: 'that cannot be read',
}

function leftOut({ left_out }: DataImport): SafeHtml | false {
  const parts = Object.entries(left_out).map(
    ([name, many]) => `${many.toLocaleString('en')} ${LEFT_OUT[name] ?? name}`,
  )
  return parts.length > 0 && html`<p>Not in it: ${parts.join(', ')}.</p>`
}

function confirmForm(own: string, { visitor }: SignedIn, data: DataImport): SafeHtml {
  const choice = (name: string, value: string, label: string, checked: boolean) =>
    html`<label class="choice"><input type="radio" name="${name}" value="${value}"${checked && html` checked`}> ${label}</label>`
  const choices =
    data.type === 'archive'
      ? html`<fieldset class="choices"><legend>Replies to other people</legend>
${choice('replies', 'keep', 'Keep them, as posts of their own', data.replies === 'keep')}
${choice('replies', 'skip', 'Leave them out', data.replies === 'skip')}</fieldset>
<p>Posts come with their dates and as visible as they were. Nobody is told, and nobody who is named in them can see more for that.</p>`
      : html`<fieldset class="choices"><legend>What is here already</legend>
${choice('mode', 'merge', 'Keep it, and add what is in the file', data.mode === 'merge')}
${choice('mode', 'overwrite', 'Replace it by what is in the file', data.mode === 'overwrite')}</fieldset>`
  return html`<form method="post" action="${own}/confirm" class="stack">
${csrfField(visitor)}
${choices}
<button class="button primary">Import</button>
</form>`
}

function actions(own: string, { visitor }: SignedIn, { state }: DataImport): SafeHtml | false {
  const open = state === 'reading' || state === 'unconfirmed' || state === 'running'
  const busy = state === 'reading' || state === 'running'
  return (
    open &&
    html`<div class="actions">${busy && reload(own)}
<form method="post" action="${own}/cancel">${csrfField(visitor)}<button class="button danger">Cancel</button></form></div>`
  )
}

function rowsCard(title: string, rows: readonly ImportRow[], data: DataImport): SafeHtml | false {
  if (rows.length === 0) return false
  const more = data.total_items - rows.length
  return html`<section class="card" aria-labelledby="rows">
<h2 id="rows">${title}</h2>
<ul class="entries">${rows.map((row) => rowEntry(row, data))}</ul>
${more > 0 && html`<p class="muted">And ${more.toLocaleString('en')} more.</p>`}
</section>`
}

function problemsCard(own: string, rows: readonly ImportRow[], data: DataImport): SafeHtml {
  const more = data.failed_items - rows.length
  return html`<section class="card" aria-labelledby="problems">
<h2 id="problems">What went wrong</h2>
<ul class="entries">${rows.map((row) => rowEntry(row, data))}</ul>
${more > 0 && html`<p class="muted">And ${more.toLocaleString('en')} more.</p>`}
<p><a class="button secondary" href="${own}/failures.csv" download>All of it as CSV</a></p>
</section>`
}

function rowEntry(row: ImportRow, { type }: DataImport): SafeHtml {
  const { text, line, error } = presentRow(row, type === 'archive')
  return html`<li class="entry"><div class="entry-text"><span class="break">${text}</span>
${error !== null && html`<span class="muted small">${line !== null && `Line ${line}: `}${error}</span>`}</div></li>`
}
