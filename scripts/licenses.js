// Plain JavaScript: the licenses of the packages in a bundle, which has to come with them.
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const LICENSE = /^(?:licen[cs]e|copying|notice)/i

/**
 * Writes the licenses of all packages that a build contains.
 *
 * @param chunks of Rolldown, with the ids of their modules
 */
export async function writeLicenses(chunks, file) {
  const ids = chunks.flatMap(({ moduleIds = [] }) => moduleIds)
  const folders = new Set(ids.flatMap((id) => folderOf(id) ?? []))
  const texts = await Promise.all([...folders].sort().map(licenseOf))
  await writeFile(file, texts.join(`\n${'-'.repeat(80)}\n\n`))
}

/** The folder of the package that a module belongs to, or null for one of ours. */
function folderOf(id) {
  const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [null]
  return folder !== null && existsSync(join(folder, 'package.json')) ? folder : null
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const files = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && LICENSE.test(entry.name),
  )
  const texts = await Promise.all(files.map(({ name }) => readFile(join(folder, name), 'utf8')))
  return [`${name} ${version}: ${license}\n`, ...texts].join('\n')
}
