// The answers of S3 are flat lists without attributes or comments, which needs no parser for XML as such.

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The contents of all elements of a name, as they stand. */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, 'g')
  return [...xml.matchAll(pattern)].map((match) => match[1] ?? '')
}

/** The text of the first element of a name. */
export function textOf(xml: string, name: string): string | null {
  const [first] = elements(xml, name)
  return first === undefined ? null : decode(first.trim())
}

/** An element with a text. */
export function element(name: string, text: string): string {
  const escaped = text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
  return `<${name}>${escaped}</${name}>`
}

/** An element with elements. */
export function parent(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, dec, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? all
    const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
