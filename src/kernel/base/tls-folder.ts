import { join } from 'node:path'

/** The folder of the server's own certificate and the authority's account. */
export function tlsFolder(dataDir: string): string {
  return join(dataDir, 'tls')
}
