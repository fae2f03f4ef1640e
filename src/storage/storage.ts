import type { Readable } from 'node:stream'

/** First and last byte, both included, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

/** A stored file that was found; one of `stream` and `close` must be called, once. */
export interface StoredFile {
  /** bytes */
  size: number
  /** ms since 1970 */
  lastModified: number
  /** it is kept, and nobody outside is given it */
  hidden: boolean
  /** The bytes asked for, or all; the file is closed when the stream ends or is destroyed. */
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/** Bytes, or a file whose ownership goes over: it is moved away, so nothing is left at its path. */
export type StorableData = Uint8Array | { path: string }

/** Where media files live. Keys come from `newKey`; what a key holds never changes. */
export interface MediaStorage {
  /**
   * Stores a file. When this resolves the file survives a loss of power, so the row that names it
   * may be committed; when it rejects nothing is left behind.
   *
   * @throws StorageFull if there is no room
   * @throws TypeError if the key is not one that `newKey` makes
   */
  put(key: string, data: StorableData): Promise<void>

  /** Finds a file. Null if there is none, also for text that is not a key at all (A56). */
  open(key: string): Promise<StoredFile | null>

  /**
   * Has a file given to nobody outside from now on, or to everybody again; it stays where it is for `open`,
   * `list` and `remove`. Nothing happens where it is so already, or there is no such file.
   */
  setHidden(key: string, hidden: boolean): Promise<void>

  /** Removes a file; one that is not there is removed already. */
  remove(key: string): Promise<void>

  /**
   * Keys of the files whose names begin with two hexadecimal digits, and when each was stored (ms
   * since 1970): the 256 parts are of about the same size.
   */
  list(start: string): AsyncIterable<{ key: string; storedAt: number }>

  /**
   * Whether all files here are this owner's to tidy up: the first who asks is the owner, for ever.
   *
   * @param owner ORIGIN of a server
   */
  isOwnedBy(owner: string): Promise<boolean>

  /**
   * A path that nobody uses, for a file to be written locally and then given to `put`, which need
   * not copy it. Files left there are removed an hour after they were last written.
   */
  temporaryPath(extension: string): string

  /** Removes what uploads that never finished left behind; runs at the start and may run any time. */
  sweepTemporary(): Promise<void>
}
