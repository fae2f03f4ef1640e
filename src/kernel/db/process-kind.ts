/** The process that a database is opened for: the server, or an operator's tool beside it. */
export type ProcessKind = 'server' | 'tool'
