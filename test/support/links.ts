import assert from 'node:assert/strict'
import type { Response } from 'light-my-request'

/** Where a reply's Link header leads: path and query by relation. */
export function linksOf(response: Response): { next?: string; prev?: string } {
  const links: Record<string, string> = {}
  for (const link of String(response.headers.link ?? '').split(', ')) {
    const match = /^<https:\/\/rookery\.test([^>]*)>; rel="(next|prev)"$/.exec(link)
    if (match !== null) links[match[2]!] = match[1]!
    else assert.equal(link, '', 'a link as S-036 says')
  }
  return links
}
