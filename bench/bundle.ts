import { join } from 'node:path'
import { build } from '../scripts/build.js'

/**
 * Bundles the server as `npm start` does.
 * @param program a file in this folder, without extension
 * @returns the script to measure
 */
export async function bundleServer(program = 'serve-rookery'): Promise<string> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/rookery-bench', program)
  await build({ [program]: join(import.meta.dirname, `${program}.ts`) }, folder)
  return join(folder, `${program}.js`)
}
