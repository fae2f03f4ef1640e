/** What this run is on: some rules hold, or can be seen, on one of them only. */
export const ON_SQLITE = (process.env.ROOKERY_TEST_DB || 'sqlite') === 'sqlite'
/** Two connections at once and real locks, which PGlite has not. */
export const ON_POSTGRES_SERVER = !ON_SQLITE && Boolean(process.env.TEST_DATABASE_URL)
