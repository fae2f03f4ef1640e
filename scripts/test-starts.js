// Plain JavaScript for Node 20: start limits for the whole suite, so that it stays fast on slow machines too.

/** Before you raise a number: can tests that only read share a server? */
export const MOST_STARTS = { servers: 3900, browsers: 4, databases: 40 }
