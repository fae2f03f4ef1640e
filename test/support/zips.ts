import {
  configure,
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'

configure({ useWebWorkers: false })

/** A ZIP archive of these files. @param more of each, such as `externalFileAttributes` */
export async function zipOf(
  files: Record<string, string | Uint8Array>,
  more: Record<string, unknown> = {},
): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, content] of Object.entries(files)) {
    const reader =
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content)
    await writer.add(name, reader, more)
  }
  return Buffer.from(await writer.close())
}

/** The files of a ZIP archive, by name. */
export async function filesOfZip(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(zip)))
  const files = new Map<string, Buffer>()
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())))
  }
  return files
}
