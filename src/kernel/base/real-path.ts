import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A path without symbolic links, as far as it is there. @param path absolute */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}
