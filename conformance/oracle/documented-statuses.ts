import type { Answer, Client } from '../http/client.ts'
import { createMatcher, type SurfaceRow } from '../spec/surface.ts'

/** Tells which statuses the server gave that its own description of the interface does not name. */
export interface DocumentedStatuses {
  look(answer: Answer): void
  /** each once: operation, status and the first request that got it */
  undocumented(): string[]
}

/** Of a server that describes no interface nothing is told. */
export async function createDocumentedStatuses(
  anonymous: Client,
  surface: readonly SurfaceRow[],
): Promise<DocumentedStatuses> {
  const { json } = await anonymous.get('/api/openapi.json')
  const operationOf = createMatcher(surface)
  const found = new Map<string, string>()
  return {
    undocumented: () => [...found.values()],
    look({ asked, status }) {
      const row = operationOf(asked)
      if (row === null) return
      const path = row.path.replace(/:(\w+)/g, '{$1}')
      const responses = json?.paths?.[path]?.[row.method.toLowerCase()]?.responses
      const key = `${row.operation} ${status}`
      if (responses === undefined || String(status) in responses || found.has(key)) return
      found.set(key, `- \`${row.operation}\`: ${status} (\`${asked}\`)`)
    },
  }
}
