/** Puts web/ together in dist.web/, unless that is done. */
export function buildPages(): Promise<void>
