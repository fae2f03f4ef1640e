import type { PeerServer } from './arguments.ts'

/** in every request: some servers refuse those without one */
export const USER_AGENT = 'rookery-bench'

/** A server that limits the load measures its limits. */
export class RateLimited extends Error {
  constructor(path: string, { address }: PeerServer) {
    super(
      `${address.origin} answers 429 at ${path}: its rate limits have to be off, see bench/peers/README.md`,
    )
  }
}

export interface Call {
  method: 'GET' | 'POST'
  /** with its query */
  path: string
  token?: string
  /** sent as JSON */
  body?: unknown
}

/** Headers and body of a call. */
export function partsOf({ token, body }: Call): {
  headers: Record<string, string>
  body: string | null
} {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': USER_AGENT,
  }
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (body === undefined) return { headers, body: null }
  headers['content-type'] = 'application/json'
  return { headers, body: JSON.stringify(body) }
}

/**
 * Asks the client API once, for what is not measured.
 * @throws RateLimited
 * @throws Error with status and text of any other refusal
 */
// biome-ignore lint/suspicious/noExplicitAny: entities of other servers; the caller knows the fields it needs
export async function ask(server: PeerServer, call: Call): Promise<any> {
  const response = await fetch(new URL(call.path, server.address), {
    method: call.method,
    ...partsOf(call),
  })
  if (response.status === 429) throw new RateLimited(call.path, server)
  if (!response.ok) {
    const text = (await response.text()).slice(0, 200)
    throw new Error(
      `${call.method} ${server.address.origin}${call.path}: ${response.status} ${text}`,
    )
  }
  return response.json()
}

/** The status of an answer, whatever it is, and the bytes of its body. */
export async function answerOf(
  server: PeerServer,
  call: Call,
): Promise<{ status: number; bytes: number }> {
  const response = await fetch(new URL(call.path, server.address), partsOf(call))
  const { byteLength } = await response.arrayBuffer()
  return { status: response.status, bytes: byteLength }
}
