import { join } from 'node:path'
import { build } from '../scripts/build.js'

/** The server put together as `npm start` does; @returns the script to be measured */
export async function bundleServer(): Promise<string> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/rookery-bench')
  await build({ 'serve-rookery': join(import.meta.dirname, 'serve-rookery.ts') }, folder)
  return join(folder, 'serve-rookery.js')
}
