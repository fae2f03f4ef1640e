/** An entry of a catalogue in the PO format of GNU gettext. */
export interface PoEntry {
  /** what translators wrote for each other: lines of `# ` */
  notes: string[]
  /** what the code says to translators: lines of `#. ` */
  comments: string[]
  /** files that say it: lines of `#: ` */
  references: string[]
  /** `fuzzy`, formats: lines of `#, ` */
  flags: string[]
  context: string | null
  id: string
  plural: string | null
  /** the translation; one text for each plural form */
  forms: string[]
}

export interface PoFile {
  header: PoEntry
  entries: PoEntry[]
}

const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s+"(.*)"\s*$/
const MORE = /^"(.*)"\s*$/

/**
 * Reads a PO file; obsolete entries (`#~`) and former texts (`#|`) are left out.
 * @see https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
 * @throws SyntaxError naming the line
 */
export function parsePo(text: string): PoFile {
  const entries: PoEntry[] = []
  let entry = newEntry()
  let extend: ((text: string) => void) | null = null
  const finish = () => {
    if (extend !== null) entries.push(entry)
    extend = null
    entry = newEntry()
  }
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') finish()
    else if (line.startsWith('#')) {
      if (extend !== null) finish()
      readComment(entry, line)
    } else {
      const more = MORE.exec(line)
      if (more === null) {
        if (extend !== null && /^msg(ctxt|id\s)/.test(line) && entry.forms.length > 0) finish()
        extend = readKeyword(entry, line, at + 1)
      } else if (extend === null) throw new SyntaxError(`Line ${at + 1} continues nothing`)
      else extend(unescapePo(more[1] ?? ''))
    }
  }
  finish()
  const [header] = entries
  if (header === undefined || header.id !== '') return { header: newEntry(), entries }
  return { header, entries: entries.slice(1) }
}

function newEntry(): PoEntry {
  const lists = { notes: [], comments: [], references: [], flags: [] }
  return { ...lists, context: null, id: '', plural: null, forms: [] }
}

function readComment(entry: PoEntry, line: string): void {
  const rest = line.slice(2).trim()
  if (line.startsWith('#.')) entry.comments.push(rest)
  else if (line.startsWith('#:')) entry.references.push(...rest.split(/\s+/))
  else if (line.startsWith('#,')) entry.flags.push(...rest.split(/\s*,\s*/))
  else if (!/^#[~|]/.test(line)) entry.notes.push(line.slice(1).trim())
}

function readKeyword(entry: PoEntry, line: string, at: number): (text: string) => void {
  const [, keyword, index = '0', written = ''] = KEYWORD.exec(line) ?? []
  const text = unescapePo(written)
  switch (keyword) {
    case undefined:
      throw new SyntaxError(`Line ${at} is no line of a PO file`)
    case 'msgctxt':
      entry.context = text
      return (more) => {
        entry.context += more
      }
    case 'msgid':
      entry.id = text
      return (more) => {
        entry.id += more
      }
    case 'msgid_plural':
      entry.plural = text
      return (more) => {
        entry.plural += more
      }
    default:
      entry.forms[Number(index)] = text
      return (more) => {
        entry.forms[Number(index)] += more
      }
  }
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

const unescapePo = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign)

/** A message; by category where it counts. */
export type PoMessage = string | Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * The messages of a catalogue as programs look them up: by their English text (for one that counts, its plural), with
 * the context behind a bar. What is not translated, or marked as doubtful, is left out.
 *
 * @param isOf whether the program says what these files say
 */
export function messagesOf(
  { entries }: PoFile,
  tag: string,
  isOf: (references: readonly string[]) => boolean = () => true,
): Record<string, PoMessage> {
  // without a prototype: a text may be called `constructor`
  const messages: Record<string, PoMessage> = Object.create(null)
  const categories = categoriesOf(tag)
  for (const entry of entries) {
    if (entry.flags.includes('fuzzy') || !isOf(entry.references)) continue
    if (entry.forms.length === 0 || entry.forms.some((form) => !form)) continue
    messages[keyOf(entry)] = entry.plural === null ? entry.forms[0]! : counted(entry, categories)
  }
  return messages
}

/** The name of the message in the code. */
export const keyOf = ({ context, id, plural }: PoEntry): string =>
  `${plural ?? id}${context === null ? '' : `|${context}`}`

function counted(
  { forms }: PoEntry,
  categories: readonly Intl.LDMLPluralRule[],
): Partial<Record<Intl.LDMLPluralRule, string>> {
  const named = Object.fromEntries(categories.map((category, at) => [category, forms[at] ?? '']))
  return { other: forms.at(-1) ?? '', ...named }
}

const ORDER: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']
const SAMPLES = [...Array(200).keys(), 1_000_000]

/** The categories that whole numbers fall into, in the order of the forms in a PO file. */
export function categoriesOf(tag: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(tag)
  const found = new Set(SAMPLES.map((n) => rules.select(n)))
  return ORDER.filter((category) => found.has(category))
}
