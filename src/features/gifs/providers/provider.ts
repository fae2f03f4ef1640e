/** A moving picture of a provider. */
export interface Gif {
  /** of the provider */
  id: string
  /** what is to be seen, as the provider says it; '' if it does not */
  description: string
  /** of the preview, px */
  width: number
  height: number
  /** address of a small picture for lists */
  preview: string
  /** address of what is attached */
  file: string
}

/** A request to the provider's API: path and query below its address. */
export interface GifProvider {
  search(query: string, language: string, most: number): string
  one(id: string): string
  /** The pictures of an answer; what is not as documented is left out. */
  read(answer: unknown): Gif[]
}

type Fields = Readonly<Record<string, unknown>>

/** The member of what may be no object at all. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** characters of a description that are taken over */
const DESCRIPTION = 1000
const ID = /^[\w-]{1,64}$/
const LARGEST = 10_000

/** @returns null unless all of it is there */
export function gifOf(found: {
  id: unknown
  description: string
  preview: unknown
  file: unknown
  width: unknown
  height: unknown
}): Gif | null {
  const [id, preview, file] = [found.id, found.preview, found.file].map(textOf) as [
    string,
    string,
    string,
  ]
  const [width, height] = [Number(found.width), Number(found.height)]
  if (!ID.test(id) || preview === '' || file === '') return null
  if (!(width >= 1 && height >= 1 && width <= LARGEST && height <= LARGEST)) return null
  const description = found.description.trim().slice(0, DESCRIPTION)
  return { id, description, preview, file, width: Math.round(width), height: Math.round(height) }
}
