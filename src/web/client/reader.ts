import type { Viewer } from '../../http/routes.ts'

/** Who may use the client as themselves: not who first has to add a second factor. */
export function readerOf(user: Viewer | null): Viewer | null {
  return user?.barred === null ? user : null
}
