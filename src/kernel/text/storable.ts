/** A text without what no database stores: U+0000 and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Escapes of both of them within JSON. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i

/** As `JSON.stringify` writes them; a backslash before may be part of the text. */
const WRITTEN_UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** JSON without what PostgreSQL's jsonb refuses, in names and in values: U+0000 and halves of characters. */
export function storableJson(value: object): string {
  const text = JSON.stringify(value)
  return UNSTORABLE.test(text) ? text.replaceAll(WRITTEN_UNSTORABLE, '$1\ufffd') : text
}

/**
 * Reads JSON of others that is no document of federation, such as WebFinger, oEmbed or a provider's answer. Its texts can
 * be stored (A116).
 *
 * @throws SyntaxError
 */
export function parseForeignJson(text: string): unknown {
  return UNSTORABLE.test(text)
    ? JSON.parse(text, (_name, value) => (typeof value === 'string' ? storable(value) : value))
    : JSON.parse(text)
}
