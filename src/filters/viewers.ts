import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import type { KeptKind } from '../kept.ts'
import { loadFiltersVersions } from '../oauth/users.ts'
import { type CompiledFilters, compileFilters } from './compile.ts'
import { loadWholeFilters } from './queries.ts'

/** Somebody for whom statuses are rendered. */
export interface FilteringViewer {
  readonly id: string
  /** as in `Viewer`; without it, it is asked for */
  readonly filtersVersion?: number
}

type KnownViewer = Required<FilteringViewer>
type Reading = Pick<App, 'db' | 'kept'>

/** bytes of a filter and of a letter in an automaton, roughly */
const PER_FILTER = 1_000
const PER_NODE = 80

const COMPILED: KeptKind<CompiledFilters> = {
  name: 'filters',
  maxBytes: 16 * 1024 * 1024,
  bytesOf: ({ filters, words }) =>
    filters.reduce(
      (sum, { shown, statusIds }) => sum + PER_FILTER + shown.length + statusIds.size * PER_NODE,
      (words?.automaton.nodes ?? 0) * PER_NODE,
    ),
}

/**
 * What a viewer filters, or null if that is nothing. The version comes with the viewer, so nothing is
 * asked for those who never filtered, nor for others until they change something: in any number of
 * processes.
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

/** Viewers of whom only the ids are known, with what `loadFilters` would ask for each. */
export async function findFilteringViewers(db: Db, ids: readonly string[]): Promise<KnownViewer[]> {
  const versions = await loadFiltersVersions(db, ids)
  return ids.map((id) => ({ id, filtersVersion: versions.get(id) ?? 0 }))
}

/** `loadFilters` for many viewers; those who filter nothing are absent. */
export async function loadFiltersOf(
  app: Reading,
  viewers: readonly KnownViewer[],
): Promise<Map<string, CompiledFilters>> {
  const found = new Map<string, CompiledFilters>()
  const missing: KnownViewer[] = []
  for (const viewer of viewers) {
    const { id, filtersVersion } = viewer
    if (filtersVersion === 0) continue
    const kept = app.kept.get(COMPILED, id, filtersVersion)
    if (kept === undefined) missing.push(viewer)
    else if (kept.filters.length > 0) found.set(id, kept)
  }
  if (missing.length === 0) return found
  const ids = missing.map((viewer) => viewer.id)
  const filters = await loadWholeFilters(app.db, ids)
  for (const { id, filtersVersion } of missing) {
    const compiled = compileFilters(filters.get(id) ?? [])
    // What changed after the version was read is in it already. That is kept under the version that
    // was read, and nobody who knows of the change asks for it again.
    app.kept.set(COMPILED, id, filtersVersion, compiled)
    if (compiled.filters.length > 0) found.set(id, compiled)
  }
  return found
}
