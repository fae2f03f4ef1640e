import { categoriesOf, keyOf, type PoEntry, type PoFile } from '../../src/kernel/text/po.ts'
import type { Use } from './extract.ts'
import { emptyEntry, headerOf } from './po-text.ts'

/** The template of all catalogues: every message once, in the order of its first file. */
export function templateOf(uses: readonly Use[]): PoFile {
  const entries = new Map<string, PoEntry>()
  for (const use of uses) {
    const known = entries.get(use.text)
    const entry = known ?? entryOf(use)
    entries.set(use.text, entry)
    if (!entry.references.includes(use.file)) entry.references.push(use.file)
    for (const comment of use.comments) {
      if (!entry.comments.includes(comment)) entry.comments.push(comment)
    }
  }
  return { header: headerOf(''), entries: [...entries.values()] }
}

function entryOf({ text, one }: Use): PoEntry {
  const [, plain = text, context = null] = /^(.*)\|([^|]*)$/s.exec(text) ?? []
  const counts = one !== null
  return {
    ...emptyEntry(),
    // checked by translation platforms: the same `{names}`
    flags: /\{\w+\}/.test(text) ? ['python-brace-format'] : [],
    context,
    id: counts ? one.replace(/\|[^|]*$/, '') : plain,
    plural: counts ? plain : null,
    forms: counts ? ['', ''] : [''],
  }
}

/** A catalogue with the messages of the template: translations stay, what nobody says any more goes. */
export function mergeCatalogue(tag: string, template: PoFile, catalogue: PoFile): PoFile {
  const known = new Map(catalogue.entries.map((entry) => [keyOf(entry), entry]))
  const count = categoriesOf(tag).length
  const entries = template.entries.map((wanted) => {
    const own = known.get(keyOf(wanted))
    const length = wanted.plural === null ? 1 : count
    const forms = Array.from({ length }, (_, at) => own?.forms[at] ?? '')
    const flags = own?.flags.includes('fuzzy') ? ['fuzzy', ...wanted.flags] : wanted.flags
    return { ...wanted, forms, flags, notes: own?.notes ?? [] }
  })
  const { notes } = catalogue.header
  return { header: { ...headerOf(tag), notes }, entries }
}

/** Problems of the messages in the code: two that a catalogue cannot tell apart. */
export function problemsOfUses(uses: readonly Use[]): string[] {
  const byId = new Map<string, string>()
  const byText = new Map<string, string>()
  return uses.flatMap(({ text, one, file, line }) => {
    const context = /\|[^|]*$/.exec(text)?.[0] ?? ''
    const id = one === null ? text : `${one.replace(/\|[^|]*$/, '')}${context}`
    const name = `${one ?? ''}\n${text}`
    const other = byId.get(id)
    byId.set(id, name)
    if (other !== undefined && other !== name)
      return [`two messages of one id: ${id} (${file}:${line})`]
    // it would be looked for under a text whose forms are those of numbers, and found in no language
    const same = byText.get(text) ?? id
    byText.set(text, same)
    return same === id ? [] : [`with a number and without: ${text} (${file}:${line})`]
  })
}

/** Problems of the translations in a catalogue. */
export function problemsOf(tag: string, { entries }: PoFile): string[] {
  const count = categoriesOf(tag).length
  return entries.flatMap((entry) => {
    const { forms, id, plural } = entry
    if (isUntranslated(entry)) return []
    const problems = forms
      .filter((form) => !sameOf(placesOf(form), placesOf(plural ?? id), plural !== null))
      .map((form) => `other places for values: ${id} → ${form}`)
    const length = plural === null ? 1 : count
    if (forms.length !== length) problems.push(`${forms.length} forms of ${length}: ${id}`)
    if (forms.some((form) => form.trim() === '')) problems.push(`a form lacks: ${id}`)
    return problems
  })
}

export const isUntranslated = ({ forms, flags }: PoEntry): boolean =>
  flags.includes('fuzzy') || forms.every((form) => form === '')

/** `{name}`, and `<name>` and `</name>` around a part. */
const placesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].sort()

/** Whether placeholders match. `{n}` may be missing, as the text may spell the number out: "two posts". */
function sameOf(found: string[], wanted: string[], counts: boolean): boolean {
  const rest = (places: string[]) => places.filter((place) => !counts || place !== '{n}').join()
  const isKnown = found.every((place) => wanted.includes(place))
  return isKnown && rest(found) === rest(wanted)
}
