import type { Answer, Client } from '../http/client.ts'
import { createMatcher, type SurfaceRow } from '../spec/surface.ts'

/** Finds response statuses that the server's own interface description does not list. */
export interface DocumentedStatuses {
  look(answer: Answer): void
  /** each once: operation, status and the first such request */
  undocumented(): string[]
}

/** For a server without an interface description it finds nothing. */
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
