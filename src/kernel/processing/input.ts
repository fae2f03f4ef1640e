import { open, stat } from 'node:fs/promises'
import type { MediaFormat } from './format.ts'
import { MediaRejected } from './rejected.ts'
import { sniff, sniffedBytes } from './sniff.ts'

/** A file to process: its bytes, or its path on disk. */
export type MediaInput = Uint8Array | { path: string }

/**
 * Detects the format of a file from its bytes.
 *
 * @throws MediaRejected if that format may not be uploaded
 */
export async function formatOf(input: MediaInput): Promise<MediaFormat> {
  const format = sniff(input instanceof Uint8Array ? input : await readHead(input.path))
  if (format === null) throw new MediaRejected('unsupported')
  return format
}

/** @throws MediaRejected if the file is larger, or empty */
export async function checkBytes(input: MediaInput, maxBytes: number): Promise<void> {
  const bytes = input instanceof Uint8Array ? input.length : (await stat(input.path)).size
  if (bytes === 0) throw new MediaRejected('undecodable')
  if (bytes > maxBytes) throw new MediaRejected('too-large')
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
