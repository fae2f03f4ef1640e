import type { DataImport, ImportRow } from '../../../features/transfer/imports/queries.ts'
import { presentRow } from '../../../features/transfer/imports/serializer.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import {
  asText,
  formatList,
  formatNumber,
  joined,
  plural,
  type Text,
  t,
} from '../../../kernel/text/messages.ts'
import { csrfField } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import {
  isBusy,
  progressBar,
  progressWords,
  reload,
  stateOf,
  TYPES,
} from './import-export-views.ts'

/** rows of an import that its page shows */
export const ROWS_SHOWN = 10

interface Shown {
  data: DataImport
  /** the first rows of the import, and its first failed rows */
  preview: readonly ImportRow[]
  failed: readonly ImportRow[]
}

/** An import: its contents, its progress and the available actions. */
export function importBody(path: string, caller: SignedIn, shown: Shown): SafeHtml {
  const { data, preview, failed } = shown
  const own = `${path}/imports/${data.id}`
  return html`<div id="import-shown" data-live>
<section class="card" aria-labelledby="state"${isBusy(data) && html` data-busy`}>
<h2 id="state">${TYPES[data.type]}: ${stateOf(data)}</h2>
<p class="muted break">${data.file_name}</p>
${data.error !== null && html`<div class="notice danger" role="alert">${asText({ text: data.error, values: {} })}.</div>`}
${data.state === 'reading' ? html`<p role="status">${t('Your archive is being read.')}</p>` : progress(data)}
${leftOut(data)}
${data.state === 'unconfirmed' && confirmForm(own, caller, data)}
${actions(own, caller, data)}
</section>
${rowsCard(t('What is in it'), preview, data)}
${failed.length > 0 && problemsCard(own, failed, data)}
</div>
<p><a href="${path}">${t('‹ Import and export')}</a></p>`
}

function progress(data: DataImport): SafeHtml {
  const { processed_items, imported_items, failed_items } = data
  const skipped = processed_items - imported_items - failed_items
  if (data.state === 'unconfirmed') return contents(data)
  const parts = [
    plural(imported_items, '{n} imported', '{n} imported|rows'),
    ...(skipped > 0 ? [plural(skipped, '{n} left out', '{n} left out|rows')] : []),
    ...(failed_items > 0 ? [plural(failed_items, '{n} failed', '{n} failed|rows')] : []),
  ]
  return html`<div role="status"><p>${t('{progress} done: {parts}.', { progress: progressWords(data), parts: formatList(parts, { type: 'unit' }) })}</p>
${data.total_items > 0 && progressBar(t('Done|of all rows'), data)}</div>`
}

function contents({ total_items: total, failed_items: failed }: DataImport): SafeHtml {
  const values = { total: formatNumber(total), failed: formatNumber(failed) }
  const text =
    failed > 0
      ? t('{total} in all, of which {failed} cannot be imported.', values)
      : t('{total} in all.', values)
  return html`<p>${text}</p>`
}

const LEFT_OUT: Readonly<Record<string, (n: number) => Text>> = {
  boosts: (n) => plural(n, '{n} boost', '{n} boosts'),
  votes: (n) => plural(n, '{n} vote in polls', '{n} votes in polls'),
  others: (n) => plural(n, '{n} that is no post of yours', '{n} that are no posts of yours'),
  unreadable: (n) => plural(n, '{n} that cannot be read', '{n} that cannot be read|several'),
}

function leftOut({ left_out }: DataImport): SafeHtml | false {
  const parts = Object.entries(left_out).map(
    ([name, many]) => LEFT_OUT[name]?.(many) ?? joined([formatNumber(many), name], ' '),
  )
  return (
    parts.length > 0 &&
    html`<p>${t('Not in it: {parts}.', { parts: formatList(parts, { type: 'unit' }) })}</p>`
  )
}

function confirmForm(own: string, { visitor }: SignedIn, data: DataImport): SafeHtml {
  const choice = (name: string, value: string, label: Text, checked: boolean) =>
    html`<label class="choice"><input type="radio" name="${name}" value="${value}"${checked && html` checked`}> ${label}</label>`
  const choices =
    data.type === 'archive'
      ? html`<fieldset class="choices"><legend>${t('Replies to other people')}</legend>
${choice('replies', 'keep', t('Keep them, as posts of their own'), data.replies === 'keep')}
${choice('replies', 'skip', t('Leave them out'), data.replies === 'skip')}</fieldset>
<p>${t('Posts come with their dates and as visible as they were. Nobody is told, and nobody who is named in them can see more for that.')}</p>`
      : html`<fieldset class="choices"><legend>${t('What is here already')}</legend>
${choice('mode', 'merge', t('Keep it, and add what is in the file'), data.mode === 'merge')}
${choice('mode', 'overwrite', t('Replace it by what is in the file'), data.mode === 'overwrite')}</fieldset>`
  return html`<form method="post" action="${own}/confirm" class="stack">
${csrfField(visitor)}
${choices}
<button class="button primary">${t('Import')}</button>
</form>`
}

function actions(own: string, { visitor }: SignedIn, data: DataImport): SafeHtml | false {
  const busy = isBusy(data)
  return (
    (busy || data.state === 'unconfirmed') &&
    html`<div class="actions">${busy && reload(own)}
<form method="post" action="${own}/cancel">${csrfField(visitor)}<button class="button danger">${t('Cancel')}</button></form></div>`
  )
}

function rowsCard(title: Text, rows: readonly ImportRow[], data: DataImport): SafeHtml | false {
  if (rows.length === 0) return false
  const more = data.total_items - rows.length
  return html`<section class="card" aria-labelledby="rows">
<h2 id="rows">${title}</h2>
<ul class="entries">${rows.map((row) => rowEntry(row, data))}</ul>
${more > 0 && html`<p class="muted">${t('And {n} more.', { n: formatNumber(more) })}</p>`}
</section>`
}

function problemsCard(own: string, rows: readonly ImportRow[], data: DataImport): SafeHtml {
  const more = data.failed_items - rows.length
  return html`<section class="card" aria-labelledby="problems">
<h2 id="problems">${t('What went wrong')}</h2>
<ul class="entries">${rows.map((row) => rowEntry(row, data))}</ul>
${more > 0 && html`<p class="muted">${t('And {n} more.', { n: formatNumber(more) })}</p>`}
<p><a class="button secondary" href="${own}/failures.csv" download>${t('All of it as CSV')}</a></p>
</section>`
}

function rowEntry(row: ImportRow, { type }: DataImport): SafeHtml {
  const { text, line, error } = presentRow(row, type === 'archive')
  return html`<li class="entry"><div class="entry-text"><span class="break">${text}</span>
${error !== null && html`<span class="muted small">${line !== null && html`${t('Line {line}:', { line })} `}${asText({ text: error, values: {} })}</span>`}</div></li>`
}
