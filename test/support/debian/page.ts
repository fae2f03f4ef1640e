import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = join(import.meta.dirname, '../../../docs/install/debian.md')

/** The commands of docs/install/debian.md below a heading, block by block, as they stand there. */
export function commandsBelow(heading: string): string[][] {
  const [, section] = readFileSync(PAGE, 'utf8').split(`\n## ${heading}\n`)
  assert.ok(section !== undefined, `the page has no heading "${heading}"`)
  const [text = ''] = section.split('\n## ')
  const blocks = text.split('\n\n').filter((part) => part.trimStart().length > 0)
  return blocks
    .filter((part) => part.split('\n').every((line) => /^ {4}|^$/.test(line)))
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
}
