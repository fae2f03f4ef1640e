import type { DataExport } from '../../../features/transfer/archives/queries.ts'
import type { DataImport } from '../../../features/transfer/imports/queries.ts'
import { TABLE_NAMES } from '../../../features/transfer/tables/files.ts'
import type { TableName } from '../../../features/transfer/tables/rows.ts'
import type { ImportType } from '../../../features/transfer/tables.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { formatNumber, type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { dateOf } from './times.ts'

const TABLES: Record<TableName, Text> = {
  following: t('People you follow'),
  followers: t('People who follow you'),
  blocks: t('People you block'),
  mutes: t('People you mute'),
  domain_blocks: t('Servers you block'),
  bookmarks: t('Bookmarks'),
  lists: t('Lists and who is in them'),
}

export const TYPES: Record<ImportType, Text> = {
  following: t('People to follow'),
  blocking: t('People to block'),
  muting: t('People to mute'),
  domain_blocking: t('Servers to block'),
  bookmarks: t('Bookmarks'),
  lists: t('Lists and who is in them'),
  archive: t('Posts, from an archive'),
}

export function tablesCard(path: string): SafeHtml {
  const link = (name: TableName) =>
    html`<li class="entry"><div class="entry-text" id="table-${name}">${TABLES[name]}</div>
<a class="button secondary" href="${path}/${name}.csv" download aria-describedby="table-${name}">${t('Download CSV')}</a></li>`
  return html`<section class="card" aria-labelledby="tables">
<h2 id="tables">${t('Take your lists with you')}</h2>
<p>${t('Files that this server and others such as Mastodon can import.')}</p>
<ul class="entries">${TABLE_NAMES.map(link)}</ul>
</section>`
}

export function archiveCard(path: string, caller: SignedIn, archive: DataExport | null): SafeHtml {
  return html`<section class="card" id="archive-card" aria-labelledby="archive" data-live>
<h2 id="archive">${t('Your archive')}</h2>
<p>${t('One file with your profile, your posts of every visibility, your pictures and films, favourites and bookmarks. It is kept for seven days; then you can have another.')}</p>
${archive !== null && archiveState(path, caller, archive)}
${mayAsk(archive) && html`<form method="post" action="${path}/archives">${csrfField(caller.visitor)}<button class="button primary">${t('Make an archive')}</button></form>`}
</section>`
}

function mayAsk(archive: DataExport | null): boolean {
  return archive === null || archive.state === 'failed' || archive.state === 'expired'
}

function archiveState(path: string, { visitor }: SignedIn, archive: DataExport): SafeHtml {
  const { id, state, size, expires_at } = archive
  if (state === 'failed')
    return html`<p>${t('The last one could not be made. Please try again.')}</p>`
  if (state === 'expired') return html`<p class="muted">${t('The last one has expired.')}</p>`
  const remove = (label: Text) =>
    html`<form method="post" action="${path}/archives/${id}/delete">${csrfField(visitor)}<button class="button danger">${label}</button></form>`
  if (state !== 'ready') {
    return html`<div role="status" data-busy><p>${t('It is being made: {progressWords}.', { progressWords: progressWords(archive) })}</p>
${progressBar(t('Posts in the archive'), archive)}</div>
<div class="actions">${reload(path)}${remove(t('Give it up'))}</div>`
  }
  return html`<p>${rich('Ready since {dateOf}, kept until {dateOf2}.', { dateOf: dateOf(archive.finished_at ?? 0), dateOf2: dateOf(expires_at ?? 0) })}</p>
<div class="actions"><a class="button primary" href="${path}/archives/${id}" download>${t('Download, {sizeOf}', { sizeOf: sizeOf(size ?? 0) })}</a>${remove(t('Delete it'))}</div>`
}

/** A link that reloads the page before its automatic reload. */
export function reload(path: string): SafeHtml {
  return html`<a class="button secondary" href="${path}">${t('Look again')}</a>`
}

interface Progress {
  processed_items: number
  total_items: number
}

export function progressWords({ processed_items: done, total_items: total }: Progress): Text {
  return t('{done} of {total}', { done: formatNumber(done), total: formatNumber(total) })
}

export function progressBar(label: Text, { processed_items, total_items }: Progress): SafeHtml {
  return html`<progress class="work" aria-label="${label}" max="${Math.max(total_items, 1)}" value="${processed_items}"></progress>`
}

function sizeOf(bytes: number): Text {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), 3)
  const options = { style: 'unit', unit: units[step]!, maximumFractionDigits: 1 } as const
  return formatNumber(bytes / 1000 ** step, options)
}

export function uploadCard(path: string, { visitor, request }: SignedIn): SafeHtml {
  const body = request.body as { type?: unknown; mode?: unknown } | undefined
  const option = ([type, label]: [string, Text]) =>
    html`<option value="${type}"${type === body?.type && html` selected`}>${label}</option>`
  return html`<section class="card" aria-labelledby="import">
<h2 id="import">${t('Bring what you have elsewhere')}</h2>
<p>${t('You see what is in the file before anything is done with it.')}</p>
<form method="post" action="${path}/imports" enctype="multipart/form-data" class="stack">
${csrfField(visitor)}
<div class="field"><label for="import_type">${t('What it is')}</label>
<div class="input"><select id="import_type" name="type">${Object.entries(TYPES).map(option)}</select></div></div>
<div class="field"><label for="import_file">${t('File')}</label>
<p class="hint" id="import_file-hint">${t('A CSV file of at most 20,000 rows from Mastodon, Pleroma, Misskey or here; for posts a ZIP archive from Mastodon or here.')}</p>
<div class="input"><input type="file" id="import_file" name="file" accept=".csv,.txt,.zip,text/csv,application/zip" required aria-describedby="import_file-hint"></div></div>
<button class="button primary">${t('Look at the file')}</button>
</form>
</section>`
}

const STATES: Record<DataImport['state'], Text> = {
  reading: t('being read'),
  unconfirmed: t('waits for you'),
  running: t('under way'),
  finished: t('finished|state of an import'),
  cancelled: t('cancelled|state of an import'),
  failed: t('failed|state of an import'),
}

/** Whether a job is working on the import. */
export function isBusy({ state }: Pick<DataImport, 'state'>): boolean {
  return state === 'reading' || state === 'running'
}

export function stateOf({ state }: Pick<DataImport, 'state'>): Text {
  return STATES[state]
}

export function importsCard(path: string, imports: readonly DataImport[]): SafeHtml {
  const entry = (data: DataImport) =>
    html`<li class="entry"${isBusy(data) && html` data-busy`}><div class="entry-text"><strong id="import-${data.id}">${TYPES[data.type]}</strong>
<span class="muted small break">${data.file_name}, ${dateOf(data.created_at)}: ${stateOf(data)}, ${progressWords(data)}</span></div>
<a class="button secondary" href="${path}/imports/${data.id}" aria-describedby="import-${data.id}">${t('Show')}</a></li>`
  return html`<section class="card" id="imports-card" aria-labelledby="imports" data-live>
<h2 id="imports">${t('Your imports')}</h2>
${imports.length === 0 ? html`<p class="muted">${t('There are none.')}</p>` : html`<ul class="entries">${imports.map(entry)}</ul>`}
</section>`
}
