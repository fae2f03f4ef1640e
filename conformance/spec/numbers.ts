import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SPEC } from './surface.ts'

/** A line of behaviours.md and the tests that name it. */
export interface NumberedLine {
  number: string
  section: string
  /** files, from the project's root */
  tests: string[]
  /** whether a test other than a claim of the walk names it */
  tested: boolean
}

/** Sections whose lines must have tests: all but N, which is about an oracle. */
const SECTIONS = /^[A-M]/

const WALK = 'conformance'
const ROOT = join(import.meta.dirname, '../..')

export async function readNumbers(): Promise<NumberedLine[]> {
  const tests = await namedInTests()
  const lines = readLines(await readFile(join(SPEC, 'behaviours.md'), 'utf8'))
  return lines
    .filter(({ section }) => SECTIONS.test(section))
    .map(({ number, section }) => {
      const files = tests.get(number) ?? []
      const tested = files.some((file) => !file.startsWith(WALK))
      return { number, section, tests: files, tested }
    })
}

/** The numbered lines of behaviours.md with the section that each is in. */
export function readLines(text: string): { number: string; section: string }[] {
  let section = ''
  const lines: { number: string; section: string }[] = []
  for (const line of text.split('\n')) {
    section = /^###? ([A-Z](?:\.\d)?)[. ]/.exec(line)?.[1] ?? section
    const number = /^- (S-\d{3})/.exec(line)?.[1]
    if (number !== undefined) lines.push({ number, section })
  }
  return lines
}

/** Test files by the S-numbers at the beginning of their test names. */
async function namedInTests(): Promise<Map<string, string[]>> {
  const byNumber = new Map<string, string[]>()
  for (const file of await testFiles()) {
    for (const number of readTestNames(await readFile(join(ROOT, file), 'utf8'))) {
      byNumber.set(number, [...(byNumber.get(number) ?? []), file])
    }
  }
  return byNumber
}

async function testFiles(): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['src', 'test', WALK]) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      // for the walk its claims count, not the tests of the walk itself
      if (file.endsWith('.test.ts') ? folder !== WALK : folder === WALK && file.endsWith('.ts'))
        found.push(`${folder}/${file.replaceAll('\\', '/')}`)
    }
  }
  return found.sort()
}

/** S-numbers at the beginning of test names, ranges expanded. */
export function readTestNames(text: string): Set<string> {
  const numbers = new Set<string>()
  for (const [, name = ''] of text.matchAll(/['"`]((?:S-\d{3}(?:…|[–,]? ?(?:and |to )?))+)/g)) {
    for (const [, first = '', last] of name.matchAll(/S-(\d{3})(?:(?:…|–| to )S-(\d{3}))?/g)) {
      for (let at = Number(first); at <= Number(last ?? first); at++) {
        numbers.add(`S-${String(at).padStart(3, '0')}`)
      }
    }
  }
  return numbers
}
