import { parseArgs } from 'node:util'

/** A server of the comparison, as the command line names it. */
export interface PeerServer {
  /** base address, without a path */
  address: URL
  /** access tokens of accounts of this server; the first one reads, the others write */
  tokens: string[]
  /** processes of this machine whose CPU counts, with their children */
  pids: number[]
  /** where WebSockets connect; null: where the server says itself */
  streaming: URL | null
}

export interface Arguments {
  servers: PeerServer[]
  /** of a round of reads */
  seconds: number
  rounds: number
  /** statuses of a round of writes */
  posts: number
  sockets: number
  /** PEM files with which the actor of federation is served over HTTPS; null: over HTTP */
  tls: { cert: string; key: string } | null
  /** words of which a row's name has one; empty: all rows */
  only: string[]
  /** reads are also answered from memory, as many bytes as the first server's */
  floor: boolean
}

const OPTIONS = {
  server: { type: 'string', multiple: true },
  token: { type: 'string', multiple: true },
  pid: { type: 'string', multiple: true },
  streaming: { type: 'string', multiple: true },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '5' },
  posts: { type: 'string', default: '50' },
  sockets: { type: 'string', default: '100' },
  only: { type: 'string', multiple: true },
  floor: { type: 'boolean', default: false },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
} as const

/**
 * Reads the command line: a token, a process or a streaming address belongs to the server before it.
 * @throws Error with one line if something is missing
 */
export function readArguments(args: string[]): Arguments {
  const { values, tokens } = parseArgs({ args, options: OPTIONS, tokens: true })
  const servers: PeerServer[] = []
  for (const one of tokens) {
    if (one.kind !== 'option' || one.value === undefined) continue
    const { name, value } = one
    if (name === 'server') servers.push(serverAt(value))
    else addTo(servers.at(-1), name, value)
  }
  if (servers.length === 0) throw new Error('Name a server: --server https://a.example --token T')
  for (const { address, tokens: own } of servers) {
    if (own.length < 2)
      throw new Error(`${address.origin} needs two tokens of two accounts or more`)
  }
  const { 'tls-cert': cert, 'tls-key': key } = values
  if ((cert === undefined) !== (key === undefined)) {
    throw new Error('--tls-cert and --tls-key belong together')
  }
  return {
    servers,
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    posts: Number(values.posts),
    sockets: Number(values.sockets),
    only: values.only ?? [],
    floor: values.floor,
    tls: cert === undefined || key === undefined ? null : { cert, key },
  }
}

function serverAt(value: string): PeerServer {
  return { address: new URL(value), tokens: [], pids: [], streaming: null }
}

function addTo(server: PeerServer | undefined, name: string, value: string): void {
  if (!['token', 'pid', 'streaming'].includes(name)) return
  if (server === undefined) throw new Error(`--${name} belongs after its --server`)
  if (name === 'token') server.tokens.push(value)
  if (name === 'pid') server.pids.push(Number(value))
  if (name === 'streaming') server.streaming = new URL(value)
}
