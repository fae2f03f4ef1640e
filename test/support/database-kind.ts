/** The database of this test run: some rules apply to one of them only, or can be observed on one only. */
export const ON_SQLITE = (process.env.ROOKERY_TEST_DB || 'sqlite') === 'sqlite'
/** Two connections at once and real locks, which PGlite has not. */
export const ON_POSTGRES_SERVER = !ON_SQLITE && Boolean(process.env.TEST_DATABASE_URL)
