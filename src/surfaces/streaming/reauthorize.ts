import { loadHolders } from '../../features/oauth/authenticate.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Connection, Streams } from './registry.ts'

const AT_ONCE = 1000

/**
 * Reads the user of every connection again. A token or session that a command or another process revoked ends its
 * connections here too (A46), and changed languages and permissions apply.
 *
 * @param end is called with each connection that may not continue
 */
export async function recheck(
  { app, registry }: Streams,
  end: (connection: Connection) => void,
): Promise<void> {
  const byToken = Map.groupBy(registry.all(), ({ streamer }) => streamer.tokenId)
  const bySession = Map.groupBy(byToken.get(null) ?? [], ({ streamer }) => streamer.sessionId)
  byToken.delete(null)
  await recheckKind(app, 'token', byToken, end)
  await recheckKind(app, 'session', bySession, end)
}

async function recheckKind(
  app: App,
  kind: 'token' | 'session',
  connections: ReadonlyMap<string | null, readonly Connection[]>,
  end: (connection: Connection) => void,
): Promise<void> {
  const ids = [...connections.keys()].filter((id) => id !== null)
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const asked = ids.slice(at, at + AT_ONCE)
    const holders = await loadHolders(app, kind, asked)
    for (const id of asked) {
      const viewer = holders.get(id)
      for (const connection of connections.get(id) ?? []) {
        if (viewer === undefined || viewer.barred !== null) end(connection)
        else connection.streamer.viewer = viewer
      }
    }
  }
}
