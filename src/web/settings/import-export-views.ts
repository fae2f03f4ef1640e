import type { ImportType } from '../../db/schema.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import type { DataExport } from '../../transfer/archives/queries.ts'
import type { DataImport } from '../../transfer/imports/queries.ts'
import { TABLE_NAMES } from '../../transfer/tables/files.ts'
import type { TableName } from '../../transfer/tables/rows.ts'
import { csrfField } from '../forms.ts'
import type { SignedIn } from '../signed-in.ts'
import { dateOf } from './times.ts'

const TABLES: Record<TableName, string> = {
  following: 'People you follow',
  followers: 'People who follow you',
  blocks: 'People you block',
  mutes: 'People you mute',
  domain_blocks: 'Servers you block',
  bookmarks: 'Bookmarks',
  lists: 'Lists and who is in them',
}

export const TYPES: Record<ImportType, string> = {
  following: 'People to follow',
  blocking: 'People to block',
  muting: 'People to mute',
  domain_blocking: 'Servers to block',
  bookmarks: 'Bookmarks',
  lists: 'Lists and who is in them',
  archive: 'Posts, from an archive',
}

export function tablesCard(path: string): SafeHtml {
  const link = (name: TableName) =>
    html`<li class="entry"><div class="entry-text" id="table-${name}">${TABLES[name]}</div>
<a class="button secondary" href="${path}/${name}.csv" download aria-describedby="table-${name}">Download CSV</a></li>`
  return html`<section class="card" aria-labelledby="tables">
<h2 id="tables">Take your lists with you</h2>
<p>Files that this server and others such as Mastodon can import.</p>
<ul class="entries">${TABLE_NAMES.map(link)}</ul>
</section>`
}

export function archiveCard(path: string, caller: SignedIn, archive: DataExport | null): SafeHtml {
  return html`<section class="card" aria-labelledby="archive">
<h2 id="archive">Your archive</h2>
<p>One file with your profile, your posts of every visibility, your pictures and films, favourites and bookmarks. It is kept for seven days; then you can have another.</p>
${archive !== null && archiveState(path, caller, archive)}
${mayAsk(archive) && html`<form method="post" action="${path}/archives">${csrfField(caller.visitor)}<button class="button primary">Make an archive</button></form>`}
</section>`
}

function mayAsk(archive: DataExport | null): boolean {
  return archive === null || archive.state === 'failed' || archive.state === 'expired'
}

function archiveState(path: string, { visitor }: SignedIn, archive: DataExport): SafeHtml {
  const { id, state, size, expires_at } = archive
  if (state === 'failed') return html`<p>The last one could not be made. Please try again.</p>`
  if (state === 'expired') return html`<p class="muted">The last one has expired.</p>`
  const remove = (label: string) =>
    html`<form method="post" action="${path}/archives/${id}/delete">${csrfField(visitor)}<button class="button danger">${label}</button></form>`
  if (state !== 'ready') {
    return html`<div role="status"><p>It is being made: ${progressWords(archive)}.</p>
${progressBar('Posts in the archive', archive)}</div>
<div class="actions">${reload(path)}${remove('Give it up')}</div>`
  }
  return html`<p>Ready since ${dateOf(archive.finished_at ?? 0)}, kept until ${dateOf(expires_at ?? 0)}.</p>
<div class="actions"><a class="button primary" href="${path}/archives/${id}" download>Download, ${sizeOf(size ?? 0)}</a>${remove('Delete it')}</div>`
}

/** For who does not wait for the page to show itself again. */
export function reload(path: string): SafeHtml {
  return html`<a class="button secondary" href="${path}">Look again</a>`
}

interface Progress {
  processed_items: number
  total_items: number
}

export function progressWords({ processed_items: done, total_items: total }: Progress): string {
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
}

export function progressBar(label: string, { processed_items, total_items }: Progress): SafeHtml {
  return html`<progress class="work" aria-label="${label}" max="${Math.max(total_items, 1)}" value="${processed_items}"></progress>`
}

function sizeOf(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), 3)
  const options = { style: 'unit', unit: units[step]!, maximumFractionDigits: 1 } as const
  return (bytes / 1000 ** step).toLocaleString('en', options)
}

export function uploadCard(path: string, { visitor, request }: SignedIn): SafeHtml {
  const body = request.body as { type?: unknown; mode?: unknown } | undefined
  const option = ([type, label]: [string, string]) =>
    html`<option value="${type}"${type === body?.type && html` selected`}>${label}</option>`
  return html`<section class="card" aria-labelledby="import">
<h2 id="import">Bring what you have elsewhere</h2>
<p>You see what is in the file before anything is done with it.</p>
<form method="post" action="${path}/imports" enctype="multipart/form-data" class="stack">
${csrfField(visitor)}
<div class="field"><label for="import_type">What it is</label>
<div class="input"><select id="import_type" name="type">${Object.entries(TYPES).map(option)}</select></div></div>
<div class="field"><label for="import_file">File</label>
<p class="hint" id="import_file-hint">A CSV file of at most 20,000 rows from Mastodon, Pleroma, Misskey or here; for posts a ZIP archive from Mastodon or here.</p>
<div class="input"><input type="file" id="import_file" name="file" accept=".csv,.txt,.zip,text/csv,application/zip" required aria-describedby="import_file-hint"></div></div>
<button class="button primary">Look at the file</button>
</form>
</section>`
}

const STATES: Record<DataImport['state'], string> = {
  reading: 'being read',
  unconfirmed: 'waits for you',
  running: 'under way',
  finished: 'finished',
  cancelled: 'cancelled',
  failed: 'failed',
}

export function stateOf({ state }: Pick<DataImport, 'state'>): string {
  return STATES[state]
}

export function importsCard(path: string, imports: readonly DataImport[]): SafeHtml {
  const entry = (data: DataImport) =>
    html`<li class="entry"><div class="entry-text"><strong id="import-${data.id}">${TYPES[data.type]}</strong>
<span class="muted small break">${data.file_name}, ${dateOf(data.created_at)}: ${stateOf(data)}, ${progressWords(data)}</span></div>
<a class="button secondary" href="${path}/imports/${data.id}" aria-describedby="import-${data.id}">Show</a></li>`
  return html`<section class="card" aria-labelledby="imports">
<h2 id="imports">Your imports</h2>
${imports.length === 0 ? html`<p class="muted">There are none.</p>` : html`<ul class="entries">${imports.map(entry)}</ul>`}
</section>`
}
