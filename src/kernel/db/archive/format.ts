import type { TableSum } from '../table-sum.ts'

/**
 * An archive is gzipped NDJSON: a header; for each table a line that names it, then its rows as lists;
 * for each file a line that names it, then its content as base64 strings; a manifest, by which what was restored can be
 * compared (older archives have none); and an end line with the counts and the SHA-256 of every byte before it. The
 * format is the same for both databases.
 */
export const FORMAT = 1

/** Counts and sums of an archive's content: see `summableRow`. */
export interface Manifest {
  tables: Record<string, TableSum>
  files: FilesSum
}

export interface FilesSum {
  count: number
  bytes: number
  /** of the names and hashes of all files, in any order */
  sum: string
}

export interface Header {
  archive: 'rookery'
  format: number
  /** names of the applied migrations */
  migrations: string[]
  /** ms since 1970 */
  created_at: number
}

export interface TableLine {
  table: string
  columns: string[]
}

export interface FileLine {
  file: string
}

export interface ManifestLine {
  manifest: Manifest
}

export interface EndLine {
  end: true
  rows: number
  files: number
  sha256: string
}

/** JSON columns are text, booleans are booleans. */
export type RowLine = (string | number | boolean | null)[]
export type Line = Header | TableLine | FileLine | ManifestLine | EndLine | RowLine | string

/** An archive that cannot be used; the message is shown to the operator. */
export class ArchiveError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Nothing is wrong with the archive; another version of the program can read it. */
export class ArchiveTooNew extends ArchiveError {
  constructor() {
    super('This archive was written by a newer version of Rookery')
  }
}

/** Whether a file's name stays inside the folder that it is extracted to. */
export function isSafeName(name: string): boolean {
  const parts = name.split('/')
  return (
    !/[\\:\0]/.test(name) && parts.every((part) => part !== '' && part !== '.' && part !== '..')
  )
}
