import { categoriesOf, type PoEntry, type PoFile } from '../../src/kernel/text/po.ts'

/** The text of a PO file: a text a line, so that a change of one is a change of one line. */
export function poText({ header, entries }: PoFile): string {
  return `${[header, ...entries].map(entryText).join('\n\n')}\n`
}

function entryText({ notes, comments, references, flags, context, id, plural, forms }: PoEntry) {
  const counts = plural !== null
  return [
    ...notes.map((note) => `# ${note}`.trimEnd()),
    ...comments.map((comment) => `#. ${comment}`),
    ...references.map((file) => `#: ${file}`),
    ...(flags.length > 0 ? [`#, ${flags.join(', ')}`] : []),
    ...(context === null ? [] : [`msgctxt ${quoted(context)}`]),
    `msgid ${quoted(id)}`,
    ...(counts ? [`msgid_plural ${quoted(plural)}`] : []),
    ...forms.map((form, at) => `msgstr${counts ? `[${at}]` : ''} ${quoted(form)}`),
  ].join('\n')
}

/** A text with line breaks, as headers are, is written line by line. */
function quoted(text: string): string {
  const lines = text.split(/(?<=\n)/)
  return lines.length > 1 ? ['""', ...lines.map(oneLine)].join('\n') : oneLine(text)
}

const oneLine = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`

/**
 * How whole numbers choose among the forms of a PO file, as translation platforms calculate it; after CLDR, as `Intl`
 * has it, with its category for millions.
 */
const PLURAL_FORMS: Readonly<Record<string, string>> = {
  ar: 'n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5',
  ca: 'n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2',
  cs: 'n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2',
  es: 'n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2',
  fa: 'n == 0 || n == 1 ? 0 : 1',
  fr: 'n == 0 || n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2',
  he: 'n == 1 ? 0 : n == 2 ? 1 : 2',
  hi: 'n == 0 || n == 1 ? 0 : 1',
  it: 'n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2',
  pl: 'n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2',
  pt: 'n == 0 || n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2',
  ru: 'n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2',
  uk: 'n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2',
}
const ONE_FORM = '0'
const TWO_FORMS = 'n != 1'

/** The value of `Plural-Forms`. */
export function pluralForms(tag: string): string {
  const count = categoriesOf(tag).length
  const language = tag.split('-', 1)[0] ?? ''
  const formula = PLURAL_FORMS[language] ?? (count === 1 ? ONE_FORM : TWO_FORMS)
  return `nplurals=${count}; plural=(${formula});`
}

/** The header of a catalogue. @param tag empty: of the template */
export function headerOf(tag: string): PoEntry {
  const fields = {
    'Project-Id-Version': 'Rookery',
    Language: tag,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    ...(tag === '' ? {} : { 'Plural-Forms': pluralForms(tag) }),
  }
  const text = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  return { ...emptyEntry(), forms: [text.join('')] }
}

export const emptyEntry = (): PoEntry => {
  const lists = { notes: [], comments: [], references: [], flags: [] }
  return { ...lists, context: null, id: '', plural: null, forms: [] }
}

/** A field of a header. */
export function headerField({ header }: PoFile, name: string): string | null {
  const line = header.forms[0]?.split('\n').find((one) => one.startsWith(`${name}: `))
  return line?.slice(name.length + 2) ?? null
}
