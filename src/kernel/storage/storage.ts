import type { Readable } from 'node:stream'

/** First and last byte, both included, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

/** An opened file; exactly one of `stream` and `close` must be called, once. */
export interface StoredFile {
  /** bytes */
  size: number
  /** ms since 1970 */
  lastModified: number
  /** the file stays stored, but is not served to the public */
  hidden: boolean
  /** The requested bytes, or all; the file is closed when the stream ends or is destroyed. */
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/** Bytes, or a file that the storage takes over: it is moved away, so nothing remains at its path. */
export type StorableData = Uint8Array | { path: string }

/** A file in the list of a storage. */
export interface ListedFile {
  key: string
  /** bytes */
  size: number
  hidden: boolean
  /** ms since 1970 */
  storedAt: number
}

/** A storage of media files. Keys come from `newKey`; the content of a key never changes. */
export interface MediaStorage {
  /**
   * Stores a file. When this resolves the file survives a loss of power, so the row that names it
   * may be committed; when it rejects, no file is left, unless only the answer of a store got lost.
   *
   * @throws StorageFull if there is no room
   * @throws StorageUnreachable if the store does not answer, or refuses
   * @throws TypeError if the key is not one that `newKey` makes
   */
  put(key: string, data: StorableData): Promise<void>

  /**
   * Opens a file. Null if there is none, also for text that is not a key at all (A56).
   *
   * @throws StorageUnreachable if the store does not answer, or refuses
   */
  open(key: string): Promise<StoredFile | null>

  /**
   * Hides a file from the public from now on, or shows it again; it stays available to `open`, `list` and
   * `remove`. Does nothing if the state is already set, or the file does not exist.
   */
  setHidden(key: string, hidden: boolean): Promise<void>

  /** Removes files, several at once if it can; missing files are no error. */
  remove(keys: string | readonly string[]): Promise<void>

  /**
   * All files, in no order, or those whose names begin with two hexadecimal digits: the 256 parts are of about the
   * same size.
   */
  list(start?: string): AsyncIterable<ListedFile>

  /**
   * Whether this owner may clean up all files here: the first caller is the owner, for ever.
   *
   * @param owner ORIGIN of a server
   */
  isOwnedBy(owner: string): Promise<boolean>

  /**
   * An unused path for a file to be written locally and then passed to `put`, which need not copy it.
   * Files left there are removed an hour after their last write.
   */
  temporaryPath(extension: string): string

  /** Removes the remains of unfinished uploads; runs at the start and may run any time. */
  sweepTemporary(): Promise<void>
}
