import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Native code: Node, and the libraries of packages. */
const NATIVE = /\/bin\/node$|\.node$|\.so(?:\.[\d.]+)?$/
const VERSION = /\bGLIBC(XX)?_(\d+\.\d+(?:\.\d+)?)\b/g

/** Debian's packages of libraries that need no version. */
const PLAIN = { 'libatomic.so.1': 'libatomic1', 'libgcc_s.so.1': 'libgcc-s1' }

/**
 * The first GCC whose libstdc++ has a version of its symbols.
 * @see https://gcc.gnu.org/onlinedocs/libstdc++/manual/abi.html
 */
const GCC: [symbols: number, gcc: string][] = [
  [21, '5'],
  [22, '6'],
  [24, '7'],
  [25, '8'],
  [28, '9'],
  [29, '11'],
  [30, '12'],
  [32, '13'],
  [33, '14'],
]

/**
 * The packages that native code needs, with the versions whose symbols it names.
 *
 * @param folder of packages
 */
export async function neededLibraries(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => NATIVE.test(name))
  const needs = { glibc: '0', stdc: 0, plain: new Set<string>() }
  for (const file of files) readNeeds(await readFile(join(folder, file), 'latin1'), needs)
  const gcc = GCC.find(([symbols]) => symbols >= needs.stdc)?.[1]
  if (gcc === undefined) throw new Error(`No GCC is known for GLIBCXX_3.4.${needs.stdc}`)
  return [`libc6 (>= ${needs.glibc})`, `libstdc++6 (>= ${gcc})`, ...[...needs.plain].sort()]
}

function readNeeds(code: string, needs: { glibc: string; stdc: number; plain: Set<string> }) {
  for (const [, isStdc, version = ''] of code.matchAll(VERSION)) {
    if (isStdc) needs.stdc = Math.max(needs.stdc, Number(version.split('.')[2] ?? 0))
    else if (isNewer(version, needs.glibc)) needs.glibc = version
  }
  for (const [name, needed] of Object.entries(PLAIN)) {
    if (code.includes(`\0${name}\0`)) needs.plain.add(needed)
  }
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}
