import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { test } from 'node:test'
import { operatorEndpoints } from '../../src/kernel/net/operator-endpoints.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Packages and built-in modules that can open a connection. */
const CONNECTING = [
  /^node:(https?|http2|net|tls|dgram|dns|dns\/promises|inspector|inspector\/promises)$/,
  /^(https?|http2|net|tls|dgram|dns)$/,
  /^(undici|axios|got|ky|needle|superagent|node-fetch|cross-fetch|request|follow-redirects)(\/|$)/,
  /^(ws|eventsource|isomorphic-ws)(\/|$)/,
  /^(pg|pg-pool|ioredis|redis|@redis\/\w+|nodemailer|web-push|masto|megalodon)(\/|$)/,
  /^(@aws-sdk|@smithy)\//,
]

/** Names of those modules that open nothing: they parse, describe, or take connections in. */
const HARMLESS: Record<string, RegExp> = {
  'node:net': /^(isIP|isIPv4|isIPv6|BlockList|SocketAddress|createServer)$/,
  'node:http': /^(STATUS_CODES|METHODS|createServer|ServerResponse)$/,
  'node:tls': /^(createServer|createSecureContext|rootCertificates)$/,
  ws: /^WebSocketServer$/,
}

/** Sent to browsers, never run here. */
const BROWSER_SCRIPTS = 'src/surfaces/pages/assets/'

/** Network functions that every module can reach; the server uses `app.egress` instead. */
const GLOBALS = [
  /(?<![.\w$'"`#]|async |function )fetch\s*\(/,
  /\b(globalThis|global)\s*(\[|\.\s*(fetch|WebSocket|EventSource)\b)/,
  /\bnew\s+(WebSocket|EventSource|XMLHttpRequest|WebTransport)\b/,
  /\bprocess\s*\.\s*(binding|getBuiltinModule|_linkedBinding)\b/,
]

/** Each way out of `source` that is not allowed in `file` (a path from the root with slashes). */
function waysOut(file: string, source: string): string[] {
  if (file.startsWith('src/kernel/net/') || file.startsWith(BROWSER_SCRIPTS)) return []
  const code = withoutComments(source)
  const found: string[] = []
  for (const { module, names } of importsOf(code)) {
    if (!CONNECTING.some((pattern) => pattern.test(module))) continue
    if (isOperatorEndpoint(file, module)) continue
    const harmless = HARMLESS[module]
    if (harmless !== undefined && names?.every((name) => harmless.test(name))) continue
    found.push(`import of ${module}`)
  }
  for (const pattern of GLOBALS) {
    const match = pattern.exec(withoutStrings(code))
    if (match !== null) found.push(`use of ${match[0].trim()}`)
  }
  return found
}

function isOperatorEndpoint(file: string, module: string): boolean {
  return operatorEndpoints.some((endpoint) => {
    const isClient = module === endpoint.client || module.startsWith(`${endpoint.client}/`)
    const isPlace = endpoint.module.endsWith('/')
      ? file.startsWith(endpoint.module)
      : file === endpoint.module
    return isClient && isPlace
  })
}

interface Import {
  module: string
  /** what is imported by name; null for all of it */
  names: string[] | null
}

/** Imports that are there when the program runs: `import type` is not. */
function importsOf(code: string): Import[] {
  const imports: Import[] = []
  for (const match of code.matchAll(
    /\b(?:import|export)\s+(?!type\s+[\w{*])([^'"();]*?)\s*from\s*['"]([^'"]+)['"]/g,
  )) {
    const clause = match[1] ?? ''
    const named = /^\{([^}]*)\}$/.exec(clause.trim())
    const names = named?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/)[0] ?? name)
    imports.push({ module: match[2] ?? '', names: names ?? null })
  }
  for (const match of code.matchAll(/\bimport\s*['"]([^'"]+)['"]/g)) {
    imports.push({ module: match[1] ?? '', names: [] })
  }
  for (const match of code.matchAll(/\b(?:import|require)\s*\(\s*['"`]([^'"`]+)['"`]/g)) {
    imports.push({ module: match[1] ?? '', names: null })
  }
  return imports
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

function withoutStrings(code: string): string {
  return code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.[jt]s$/.test(file))
}

test('A31 no module but src/kernel/net/ and the operator’s clients can open a connection', () => {
  const files = sourceFiles(join(ROOT, 'src'))
  assert.ok(files.length > 30)

  const offenders = files.flatMap((path) => {
    const file = relative(ROOT, path).split(sep).join('/')
    return waysOut(file, readFileSync(path, 'utf8')).map((way) => `${file}: ${way}`)
  })

  assert.deepEqual(offenders, [])
})

test('A31 the check sees each way out, and nothing in what is harmless', () => {
  const forbidden = [
    `import http from 'node:http'`,
    `import { request } from 'node:http'`,
    `import { STATUS_CODES, get } from 'node:http'`,
    `import * as https from 'node:https'`,
    `import { connect } from 'node:net'`,
    `import tls from 'node:tls'`,
    `import { createSocket } from 'node:dgram'`,
    `import { lookup } from 'node:dns'`,
    `import { Resolver } from 'node:dns/promises'`,
    `import {\n  Agent,\n} from 'undici'`,
    `export { fetch } from 'undici'`,
    `const { connect } = await import('node:net')`,
    `const net = require('net')`,
    `import WebSocket from 'ws'`,
    `import { Client } from 'pg'`,
    `const { createClient } = await import('@redis/client')`,
    `import nodemailer from 'nodemailer'`,
    `const reply = await fetch(url)`,
    `return globalThis.fetch(url)`,
    `const go = globalThis['fetch']`,
    `new WebSocket('wss://example.com')`,
    `new EventSource(url)`,
    `process.getBuiltinModule('node:net')`,
  ]
  const harmless = [
    `import type { Socket } from 'node:net'`,
    `import { isIP, type Socket } from 'node:net'`,
    `import { STATUS_CODES } from 'node:http'`,
    `import { type WebSocket, WebSocketServer } from 'ws'`,
    `import fastify from 'fastify'`,
    `const reply = await app.egress.fetch({ url })`,
    `// fetch(url) is not for us`,
    `/** import http from 'node:http' */`,
    `throw new Error('fetch(url) failed')`,
    `async function fetchActor(app: App) {}`,
  ]

  for (const source of forbidden) {
    assert.notDeepEqual(waysOut('src/statuses/cards.ts', source), [], source)
  }
  for (const source of harmless) {
    assert.deepEqual(waysOut('src/statuses/cards.ts', source), [], source)
  }
  assert.deepEqual(waysOut('src/kernel/db/postgres/pool.ts', `import pg from 'pg'`), [])
  assert.deepEqual(
    waysOut('src/kernel/net/connector.ts', `import { buildConnector } from 'undici'`),
    [],
  )
})
