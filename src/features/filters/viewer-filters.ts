import type { VersionedKind } from '../../kernel/cache/versioned-cache.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { loadFiltersVersions } from '../identity/users.ts'
import { type CompiledFilters, compileFilters } from './compile.ts'
import { loadWholeFilters } from './queries.ts'

/** A viewer of statuses. */
export interface FilteringViewer {
  readonly id: string
  /** as in `Viewer`; if absent, it is queried */
  readonly filtersVersion?: number
}

type KnownViewer = Required<FilteringViewer>
type Reading = Pick<App, 'db' | 'versioned'>

/** approximate bytes of a filter, and of a letter in an automaton */
const PER_FILTER = 1_000
const PER_NODE = 80

const COMPILED: VersionedKind<CompiledFilters> = {
  name: 'filters',
  maxBytes: 16 * 1024 * 1024,
  bytesOf: ({ filters, words }) =>
    filters.reduce(
      (sum, { shown, statusIds }) => sum + PER_FILTER + shown.length + statusIds.size * PER_NODE,
      (words?.automaton.nodes ?? 0) * PER_NODE,
    ),
}

/**
 * A viewer's filters, or null if there are none. The version comes with the viewer, so viewers
 * without filters, and viewers whose filters are cached, cost no query in any process.
 */
export async function loadFilters(
  app: Reading,
  viewer: FilteringViewer,
): Promise<CompiledFilters | null> {
  const { id, filtersVersion } = viewer
  if (filtersVersion === 0) return null
  const known =
    filtersVersion === undefined
      ? await findFilteringViewers(app.db, [id])
      : [{ id, filtersVersion }]
  return (await loadFiltersOf(app, known)).get(id) ?? null
}

/**
 * Viewers of whom only the ids are known, with the versions that `loadFilters` would query for
 * each.
 */
export async function findFilteringViewers(db: Db, ids: readonly string[]): Promise<KnownViewer[]> {
  const versions = await loadFiltersVersions(db, ids)
  return ids.map((id) => ({ id, filtersVersion: versions.get(id) ?? 0 }))
}

/** As `loadFilters` for many viewers; viewers without filters are absent. */
export async function loadFiltersOf(
  app: Reading,
  viewers: readonly KnownViewer[],
): Promise<Map<string, CompiledFilters>> {
  const found = new Map<string, CompiledFilters>()
  const missing: KnownViewer[] = []
  for (const viewer of viewers) {
    const { id, filtersVersion } = viewer
    if (filtersVersion === 0) continue
    const kept = app.versioned.get(COMPILED, id, filtersVersion)
    if (kept === undefined) missing.push(viewer)
    else if (kept.filters.length > 0) found.set(id, kept)
  }
  if (missing.length === 0) return found
  const ids = missing.map((viewer) => viewer.id)
  const filters = await loadWholeFilters(app.db, ids)
  for (const { id, filtersVersion } of missing) {
    const compiled = compileFilters(filters.get(id) ?? [])
    // The result includes changes made after the version was read. It is cached under that version,
    // which nobody requests any more after the change.
    app.versioned.set(COMPILED, id, filtersVersion, compiled)
    if (compiled.filters.length > 0) found.set(id, compiled)
  }
  return found
}
