// Plain JavaScript for Node 20: compares what was built with the current sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.js'

/** The bundled server. */
export const bundle = join(root, 'dist')
/** Scripts and styles of the pages that run in the browser; see web/. */
export const pages = join(root, 'dist.web')

const PACKAGES = ['package.json', 'package-lock.json']
/** Not in what is built. */
const APART = /\.(?:test\.tsx?|md)$/

const SOURCES = {
  [bundle]: { folders: ['src'], beside: [...PACKAGES, 'scripts/build.js', 'scripts/licenses.js'] },
  [pages]: {
    folders: ['web', 'locales'],
    beside: [
      ...PACKAGES,
      'scripts/build-pages.js',
      'src/kernel/text/count.ts',
      'src/kernel/text/languages.ts',
      'src/kernel/text/locales.ts',
      'src/kernel/text/po.ts',
      'src/surfaces/pages/styles/tokens.css',
    ],
  },
}

/** characters of the hash and the end of its line */
const END = 44

/**
 * A line for each source file: its path from the root, size, time in ms and the hash of its content. It is stored
 * beside what is built of them. Contents decide; the time only spares reading, so it may differ, as in a copy.
 *
 * @param built `bundle` or `pages`
 */
export function stampOf(built) {
  return statesOf(built)
    .map((state) => lineOf(state) + hashOf(state.path))
    .join('')
}

/** Whether the bundle was built from the current sources; a published package has no others. */
export function isBundleFresh() {
  return !existsSync(join(root, 'src/cli.ts')) || isMadeOfSources(bundle)
}

/** The same for the pages. */
export function arePagesFresh() {
  return !existsSync(join(root, 'web')) || isMadeOfSources(pages)
}

function isMadeOfSources(built) {
  try {
    const file = join(built, 'stamp')
    const stamp = readFileSync(file, 'utf8')
    const states = statesOf(built)
    if (isOf(stamp, states)) return true
    const renewed = renew(stamp, states)
    if (renewed !== null) replace(file, renewed)
    return renewed !== null
  } catch {
    return false
  }
}

/** Whether no size and no time is another: every command asks, so this reads no file and parses nothing. */
function isOf(stamp, states) {
  let at = 0
  for (const state of states) {
    const line = lineOf(state)
    if (!stamp.startsWith(line, at)) return false
    at += line.length + END
  }
  return at === stamp.length
}

/** The stamp with the current times, or null if a content is another. Reads the files whose times differ. */
function renew(stamp, states) {
  const known = new Map()
  for (const [, path, size, time, hash] of stamp.matchAll(/^(.+) (\d+) (\S+) (\S+\n)/gm)) {
    known.set(path, { size: Number(size), time: Number(time), hash })
  }
  if (states.length !== known.size) return null
  const lines = []
  for (const state of states) {
    const { size, time, hash } = known.get(state.path) ?? {}
    if (size !== state.size) return null
    if (time !== state.time && hash !== hashOf(state.path)) return null
    lines.push(lineOf(state) + hash)
  }
  return lines.join('')
}

function statesOf(built) {
  const { folders, beside } = SOURCES[built]
  return [...beside, ...folders.flatMap((folder) => filesIn(folder))].map((path) => {
    const { size, mtimeMs } = statSync(`${root}/${path}`)
    return { path, size, time: mtimeMs }
  })
}

function filesIn(folder, found = []) {
  for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) filesIn(path, found)
    else if (entry.isFile() && !APART.test(entry.name)) found.push(path)
  }
  return found
}

function lineOf({ path, size, time }) {
  return `${path} ${size} ${time} `
}

function hashOf(path) {
  const hash = createHash('sha256').update(readFileSync(join(root, path)))
  return `${hash.digest('base64url')}\n`
}

// A folder that this user may not write to is compared by contents each time.
function replace(file, content) {
  try {
    writeFileSync(`${file}.${process.pid}`, content)
    renameSync(`${file}.${process.pid}`, file)
  } catch {}
}
