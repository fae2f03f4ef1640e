/** The address of the client's connection, for the writer. Clients cannot send it: readers leave theirs out. */
export const ADDRESS = 'x-rookery-address'
/** The rate limits have counted the request. */
export const COUNTED = 'x-rookery-counted'

export const OWN_HEADERS: readonly string[] = [ADDRESS, COUNTED]
