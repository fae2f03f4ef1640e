import { type GifProvider, gifOf, listOf, member, textOf } from './provider.ts'

/** Renditions that are attached, the best first. */
const FILES = ['gif', 'mediumgif', 'tinygif']
/** bytes; with more a smaller one is taken */
const LARGE = 8 * 1024 ** 2
const NEEDED = 'gif,mediumgif,tinygif,nanogif'

/**
 * The second version of Tenor's API, which ended on 30 June 2026 and which Klipy goes on with. Unlike Klipy's own it
 * asks for no id of whoever searches.
 * @see https://docs.klipy.com/migrate-from-tenor
 */
export function createTenor(key: string): GifProvider {
  const common = { key, media_filter: NEEDED, contentfilter: 'medium' }
  return {
    search: (q, locale, most) =>
      `/v2/search?${new URLSearchParams({ ...common, q, locale, limit: String(most) })}`,
    one: (ids) => `/v2/posts?${new URLSearchParams({ ...common, ids })}`,
    read: (answer) =>
      listOf(member(answer, 'results'))
        .map(readGif)
        .filter((gif) => gif !== null),
  }
}

function readGif(item: unknown) {
  const formats = member(item, 'media_formats')
  const small = member(formats, 'tinygif') ?? member(formats, 'nanogif')
  const [width, height] = listOf(member(small, 'dims'))
  const files = FILES.map((name) => member(formats, name)).filter(
    (file) => textOf(member(file, 'url')) !== '',
  )
  const file = files.find((one) => !(Number(member(one, 'size')) > LARGE)) ?? files.at(-1)
  return gifOf({
    id: member(item, 'id'),
    description: textOf(member(item, 'content_description')) || textOf(member(item, 'title')),
    preview: member(small, 'url'),
    file: member(file, 'url'),
    width,
    height,
  })
}
