/** An archive of `rookery backup --to`, as its name tells. */
export interface NamedArchive {
  name: string
  /** ms since 1970, whole seconds */
  at: number
  /** whether the uploads are in it */
  media: boolean
}

const SUFFIX = '.archive'
const WITH_MEDIA = '-media'
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/**
 * The name of an archive: whose it is, when it was begun, and whether the uploads are in it. Two servers may so share a
 * place, and nothing else there is taken for an archive.
 *
 * @param domain host of ORIGIN, perhaps with a port
 * @example rookery-social.example-20261128T053758Z-media.archive
 */
export function archiveName(domain: string, { at, media }: Omit<NamedArchive, 'name'>): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  return `${archivePrefix(domain)}${stamp}${media ? WITH_MEDIA : ''}${SUFFIX}`
}

/** @returns null if it is no whole archive of this server */
export function parseArchiveName(domain: string, name: string): NamedArchive | null {
  const start = archivePrefix(domain)
  if (!name.startsWith(start) || !name.endsWith(SUFFIX)) return null
  const rest = name.slice(start.length, -SUFFIX.length)
  const media = rest.endsWith(WITH_MEDIA)
  const match = STAMP.exec(media ? rest.slice(0, -WITH_MEDIA.length) : rest)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, ...time] = match.slice(1).map(Number)
  const at = Date.UTC(year, month - 1, day, ...time)
  return archiveName(domain, { at, media }) === name ? { name, at, media } : null
}

/** Whether it is what an interrupted run of this server left behind. */
export function isRemains(domain: string, name: string): boolean {
  const whole = /^(.*\.archive)\.(?:[0-9a-f]{16}\.)?(?:part|snapshot(?:-journal|-wal|-shm)?)$/.exec(
    name,
  )?.[1]
  return whole !== undefined && parseArchiveName(domain, whole) !== null
}

/** The begin of all names, with characters that every file system and every store takes as they are. */
export function archivePrefix(domain: string): string {
  return `rookery-${domain.toLowerCase().replace(/[^a-z0-9.-]/g, '_')}-`
}
