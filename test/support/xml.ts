import assert from 'node:assert/strict'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  /** of the element itself and what is in it */
  text: string
  children: XmlElement[]
}

const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<>]+)`, 'y')
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Reads a document without declarations, comments and the like, and fails if it is not well-formed. */
export function parseXml(document: string): XmlElement {
  const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n'
  assert.ok(document.startsWith(prolog), document.slice(0, 60))
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  TOKEN.lastIndex = prolog.length
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(document)
    assert.ok(token, `no XML at: ${document.slice(at, at + 60)}`)
    const [, closing, name, attributes = '', empty, text] = token
    if (text !== undefined) for (const element of open) element.text += decode(text)
    else if (closing === '/') assert.equal(open.pop()?.name, name, `closed at ${at}`)
    else {
      const element = { name: name!, attributes: attributesOf(attributes), text: '', children: [] }
      open.at(-1)?.children.push(element)
      if (empty !== '/') open.push(element)
    }
  }
  assert.deepEqual(open, [root], 'something is not closed')
  assert.equal(root.children.length, 1)
  return root.children[0]!
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([^\s=]+)="([^"]*)"/g)]
  const names = found.map(([, name]) => name)
  assert.equal(new Set(names).size, names.length, `an attribute stands there twice: ${text}`)
  return Object.fromEntries(found.map(([, name, value]) => [name, decode(value ?? '')]))
}

function decode(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of these
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  assert.ok(text.isWellFormed())
  return text.replace(/&([^;]*;?)/g, (written, name: string) => {
    const decoded = ENTITIES[name.slice(0, -1)]
    assert.ok(decoded !== undefined, `unknown entity: ${written}`)
    return decoded
  })
}

/** The texts of all elements of a name that stand directly in another. */
export function textsOf(element: XmlElement | undefined, name: string): string[] {
  return (element?.children ?? []).filter((child) => child.name === name).map(({ text }) => text)
}
