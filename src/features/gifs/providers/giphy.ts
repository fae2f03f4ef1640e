import { type GifProvider, gifOf, listOf, member, textOf } from './provider.ts'

/** Renditions that are attached, the best first; `downsized` ones have 2 to 8 MB at most. */
const FILES = ['downsized_large', 'downsized_medium', 'downsized', 'original']

/** @see https://developers.giphy.com/docs/api/endpoint/ */
export function createGiphy(key: string): GifProvider {
  const common = { api_key: key, rating: 'pg' }
  return {
    search: (q, lang, most) =>
      `/v1/gifs/search?${new URLSearchParams({ ...common, q, lang, limit: String(most) })}`,
    one: (id) => `/v1/gifs/${id}?${new URLSearchParams(common)}`,
    read(answer) {
      const data = member(answer, 'data')
      const found = Array.isArray(data) ? data : [data]
      return listOf(found)
        .map(readGif)
        .filter((gif) => gif !== null)
    },
  }
}

function readGif(item: unknown) {
  const images = member(item, 'images')
  const small = member(images, 'fixed_width_small') ?? member(images, 'fixed_width')
  const files = FILES.map((name) => textOf(member(member(images, name), 'url')))
  return gifOf({
    id: member(item, 'id'),
    // `alt_text` comes with keys that were granted it; titles end in "GIF by …"
    description: textOf(member(item, 'alt_text')) || withoutMaker(textOf(member(item, 'title'))),
    preview: member(small, 'url'),
    file: files.find((url) => url !== ''),
    width: member(small, 'width'),
    height: member(small, 'height'),
  })
}

const withoutMaker = (title: string): string => title.replace(/\bGIF(?: by .*)?$/i, '')
