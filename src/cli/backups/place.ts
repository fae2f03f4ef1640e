/** A folder or bucket with backups. What stands there under other names than ours is never touched. */
export interface BackupPlace {
  /** as shown to people */
  description: string
  /** folder in which `put` writes, for a line about its disk */
  disk: string
  /** names of all files there, ours or not */
  list(): Promise<string[]>
  /** Stores a file that `write` makes. It appears whole, or not at all, and survives a power cut from then on. */
  put(name: string, write: (path: string) => Promise<void>, signal: AbortSignal): Promise<number>
  /** Makes a stored file readable. @param scratch folder for a copy where one is needed */
  download(name: string, scratch: string): Promise<string>
  /** bytes that `download` needs in the scratch folder */
  sizeInScratch(name: string): Promise<number>
  remove(names: readonly string[]): Promise<void>
  /** Removes what interrupted runs left. */
  sweep(): Promise<void>
}
