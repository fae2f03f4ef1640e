/** The addresses of a `Link` header by relation. */
export function readLinks(header: string | null): Partial<Record<'next' | 'prev', URL>> {
  const links: Partial<Record<'next' | 'prev', URL>> = {}
  for (const [, address = '', relation] of (header ?? '').matchAll(
    /<([^>]*)>;\s*rel="(next|prev)"/g,
  )) {
    const url = URL.parse(address)
    if (url !== null) links[relation as 'next' | 'prev'] = url
  }
  return links
}
