import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceFile } from './files.ts'

const BLOCK = 512
/** bytes of the name field, and of the prefix field for long paths */
const NAME = 100
const PREFIX = 155

/**
 * The files as a tar archive, streamed one after the other.
 *
 * @param top folder that the archive unpacks into
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export async function* tarOf(
  root: string,
  top: string,
  files: readonly SourceFile[],
): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    const content = await readFile(join(root, file.path))
    // its current size: the file may have changed since it was listed
    yield headerOf(`${top}/${file.path}`, { ...file, size: content.length })
    yield content
    yield Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** @throws RangeError for a path that is too long for the format */
function headerOf(path: string, { size, modifiedAt, executable }: SourceFile): Buffer {
  const [prefix, name] = cut(path)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    block.write(
      `${Math.floor(value)
        .toString(8)
        .padStart(length - 1, '0')}\0`,
      at,
      'latin1',
    )
  block.write(name, 0)
  octal(executable ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(modifiedAt / 1000, 136, 12)
  block.write('        0', 148, 'latin1') // for the checksum its own field counts as spaces; then an ordinary file
  block.write('ustar\x0000', 257, 'latin1')
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

function cut(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= NAME) return ['', path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(name) <= NAME && Buffer.byteLength(prefix) <= PREFIX)
      return [prefix, name]
  }
  throw new RangeError(`${path} is too long for an archive`)
}
