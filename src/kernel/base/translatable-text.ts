/** A message in another language; by the category of its number where it counts. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>
/** Translations by their English text, with `{name}` for values. */
export type Catalogue = Readonly<Record<string, Message>>

/** A text and its values, kept separate so that it can be rendered in another language. */
export interface Said {
  text: string
  values: Readonly<Record<string, string | number>>
}

/** @param text English, with `{name}` for values; also the key in the catalogues */
export function said(text: string, values: Said['values'] = {}): Said {
  return { text, values }
}

/** @returns the text in the catalogue's language, or in English if the catalogue lacks it */
export function render({ text, values }: Said, catalogue: Catalogue = {}): string {
  return fill(messageOf(text, catalogue), values)
}

/** A message as it stands in the catalogue, with its places for values; what stands behind a bar is never shown. */
export function messageOf(text: string, catalogue: Catalogue): string {
  const own = catalogue[text]
  return typeof own === 'string' ? own : text.replace(/\|[^|]*$/, '')
}

/** Puts the values in their places. */
export function fill(text: string, values: Said['values']): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
