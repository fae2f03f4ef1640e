/** Translations by their English text, with `{name}` for values; as in web/locales. */
export type Catalogue = Readonly<Record<string, string>>

/** A text with values, kept apart so that whoever answers can say it in another language. */
export interface Said {
  text: string
  values: Readonly<Record<string, string | number>>
}

/** @param text English, with `{name}` for values; its name in the catalogues */
export function said(text: string, values: Said['values'] = {}): Said {
  return { text, values }
}

/** @returns the text in the catalogue's language, in English where it does not know it */
export function render({ text, values }: Said, catalogue: Catalogue = {}): string {
  const own = catalogue[text] ?? text
  return own.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
