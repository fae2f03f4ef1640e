import type { Viewer } from '../../../kernel/http/routes.ts'

/** The user if the client may act for them: null while they must add a second factor first. */
export function readerOf(user: Viewer | null): Viewer | null {
  return user?.barred === null ? user : null
}
