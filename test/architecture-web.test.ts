import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import {
  importCycles,
  longFunctions,
  type Ranks,
  readTree,
  unranked,
  upwardImports,
  wrongImports,
} from './support/source-tree.ts'

const ROOT = resolve(import.meta.dirname, '..')
const WEB = join(ROOT, 'web')

/** Folders that all programs share, lowest first. `shared`: the files that stand in no folder of it. */
const SHARED_RANKS = ['first-reads.ts', 'shared/entities', 'shared', 'shared/components']

const ADMIN = [
  'catalogues.ts',
  'page.ts',
  'overview.ts',
  'page-list.ts',
  'parts',
  'pages',
  'pages.ts',
  'face.tsx',
  'menu-sheet.tsx',
  'frame.tsx',
  'page-list-nav.tsx',
  'page-outlet.tsx',
  'administration.tsx',
  'main.tsx',
]

const CLIENT = [
  'page.ts',
  'state',
  'drawings',
  'layers',
  'visitors',
  'push',
  'feed',
  'notifications',
  'people',
  'filters',
  'compose',
  'keyboard',
  'status',
  'thread',
  'gestures',
  'announcements',
  'year',
  'profile',
  'notification-cards',
  'conversations',
  'account-switcher',
  'frame',
  'pages',
  'pages.ts',
  'page-outlet.tsx',
  'client.tsx',
  'mount.ts',
  'main.tsx',
]

const web = readTree(WEB)
const webRanks: Ranks = {
  order: [
    ...SHARED_RANKS,
    ...ADMIN.map((unit) => `admin/${unit}`),
    ...CLIENT.map((unit) => `client/${unit}`),
    'worker',
  ],
  unitOf(file) {
    const [first = '', second, third] = file.split('/')
    const isProgram = first === 'admin' || first === 'client'
    return isProgram || (first === 'shared' && third !== undefined) ? `${first}/${second}` : first
  },
}

const conformance = readTree(join(ROOT, 'conformance'))
const conformanceRanks: Ranks = {
  order: [
    'options.ts',
    'http',
    'spec',
    'oracle',
    'own-server.ts',
    'people',
    'walk',
    'groups',
    'report',
    'main.ts',
  ],
  unitOf: (file) => file.split('/')[0]!,
}

const TREES = { web: [web, webRanks], conformance: [conformance, conformanceRanks] } as const

for (const [name, [tree, ranks]] of Object.entries(TREES)) {
  test(`every file of ${name}/ stands in a folder that has a rank`, () => {
    assert.deepEqual(unranked(tree, ranks), [])
  })

  test(`a file of ${name}/ imports only folders of a lower rank, and its own`, () => {
    assert.deepEqual(upwardImports(tree, ranks), [])
  })

  test(`imports in ${name}/ have no cycles, type imports included`, () => {
    assert.deepEqual(importCycles(tree), [])
  })

  test(`no function in ${name}/ has grown beyond 60 lines`, () => {
    assert.deepEqual(longFunctions(tree, 60), [])
  })
}

test('the client, the administration and the worker import nothing of each other', () => {
  const program = (file: string) => /^(admin|client|worker)\//.exec(file)?.[1]
  const wrong = wrongImports(web, (file, other) => {
    return program(other) !== undefined && program(other) !== program(file)
  })

  assert.deepEqual(wrong, [])
})

test('a page is imported by the table that loads pages, and by no other page', () => {
  const page = (file: string) => /^(?:admin|client)\/pages\/[^/]+\//.exec(file)?.[0]
  const wrong = wrongImports(web, (file, other) => {
    const isTable = /^(admin|client)\/pages\.ts$/.test(file)
    return page(other) !== undefined && page(other) !== page(file) && !isTable
  })

  assert.deepEqual(wrong, [])
})

test('pages that run in the browser import nothing of the server but what they share', () => {
  const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.(tsx?|css)$/.test(file))
  const wrong = sources.flatMap((file) => {
    const text = readFileSync(join(WEB, file), 'utf8')
    const found = text.matchAll(
      /^(?:import |@import |\} from |.*\bimport\()[^'"\n]*['"]([^'"]+)['"]/gm,
    )
    return [...found]
      .map(([, path = '']) => path)
      .filter((path) => !/^(preact|@preact\/signals|lucide|blurhash|uqr)($|\/)/.test(path))
      .filter((path) => !isWithinWeb(file, path))
      .map((path) => `${file} imports ${path}`)
  })
  const long = sources
    .filter((file) => !TABLES.test(file))
    .filter((file) => readFileSync(join(WEB, file), 'utf8').split('\n').length > 400)

  assert.ok(sources.length > 0)
  assert.deepEqual(wrong, [])
  assert.deepEqual(long, [])
})

/** Generated files and tables of data. */
const TABLES = /^shared\/entities\/api\.ts$|\/data\.ts$/

/** Files that browser and server share: design tokens, the frame, and rules that are pure functions. */
const SHARED = new Set([
  '../src/surfaces/pages/drawings.ts',
  '../src/surfaces/pages/styles/tokens.css',
  '../src/surfaces/pages/styles/frame.css',
  '../src/surfaces/pages/styles/frame-wide.css',
  '../src/surfaces/pages/styles/landing-columns.css',
  '../src/surfaces/pages/styles/account-menu.css',
  '../src/surfaces/pages/frame/ways.ts',
  '../src/surfaces/pages/frame/settings-list.ts',
  '../src/surfaces/pages/settings/filter-choices.ts',
  '../src/kernel/base/accents.ts',
  '../src/kernel/base/oklch.ts',
  '../src/kernel/base/palette.ts',
  '../src/kernel/text/count.ts',
  '../src/kernel/text/languages.ts',
  '../src/kernel/text/locales.ts',
  '../src/kernel/text/owner-styles.ts',
  '../src/kernel/text/owner-styles-rules.ts',
])

function isWithinWeb(file: string, path: string): boolean {
  const target = relative(WEB, resolve(WEB, dirname(file), path)).replaceAll('\\', '/')
  return path.startsWith('.') && (!target.startsWith('..') || SHARED.has(target))
}
