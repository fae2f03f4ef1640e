import { TOKEN_TABLES } from '../../features/oauth/authenticate.ts'

/** Tables of whose versions readers keep caches, which must count with the very commit that changes them. */
export const ANNOUNCED_TABLES: readonly string[] = TOKEN_TABLES
