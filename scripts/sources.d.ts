/** folder with the server's bundle */
export const bundle: string
/** folder with the pages that run in the browser */
export const pages: string
export function sourcesStamp(): string
export function pagesStamp(): string
export function isBundleFresh(): boolean
export function arePagesFresh(): boolean
