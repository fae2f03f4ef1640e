// npm run messages: writes locales/messages.pot and brings the catalogues up to date with the texts in the code.
// npm run messages -- TAG …: begins catalogues. npm run messages -- --missing TAG: lists what they lack.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '../../src/kernel/text/locales.ts'
import { parsePo } from '../../src/kernel/text/po.ts'
import {
  isUntranslated,
  mergeCatalogue,
  problemsOf,
  problemsOfUses,
  templateOf,
} from './catalogue.ts'
import { ROOT, readMessages } from './extract.ts'
import { headerOf, poText } from './po-text.ts'

export const TAGS: readonly string[] = LOCALES.map(({ tag }) => tag).filter((tag) => tag !== 'en')

export const fileOf = (tag: string): string => join(ROOT, `locales/${tag}.po`)
export const TEMPLATE = join(ROOT, 'locales/messages.pot')

/** The files as they should be, by path. */
export function freshFiles(tags: readonly string[] = TAGS): Map<string, string> {
  const template = templateOf(readMessages().uses)
  const files = new Map([[TEMPLATE, poText(template)]])
  for (const tag of tags) {
    const file = fileOf(tag)
    const known = existsSync(file)
      ? parsePo(readFileSync(file, 'utf8'))
      : { header: headerOf(tag), entries: [] }
    files.set(file, poText(mergeCatalogue(tag, template, known)))
  }
  return files
}

function main(args: readonly string[]): void {
  const tags = args.filter((arg) => !arg.startsWith('--'))
  const { uses, unclear } = readMessages()
  for (const at of unclear) console.log(`not written out: ${at}`)
  for (const problem of problemsOfUses(uses)) console.log(problem)
  for (const [file, text] of freshFiles([...new Set([...TAGS, ...tags])])) writeFileSync(file, text)
  for (const tag of tags.length > 0 ? tags : TAGS) {
    const catalogue = parsePo(readFileSync(fileOf(tag), 'utf8'))
    const missing = catalogue.entries.filter(isUntranslated)
    console.log(`${tag}: ${missing.length} of ${catalogue.entries.length} missing`)
    if (args.includes('--missing')) {
      for (const { id, references } of missing) console.log(`  ${id} (${references[0]})`)
    }
    for (const problem of problemsOf(tag, catalogue)) console.log(`  ${problem}`)
  }
}

if (import.meta.main) main(process.argv.slice(2))
