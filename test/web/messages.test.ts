import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  isUntranslated,
  mergeCatalogue,
  problemsOf,
  problemsOfUses,
  templateOf,
} from '../../scripts/messages/catalogue.ts'
import { extract, ROOT, readMessages } from '../../scripts/messages/extract.ts'
import { fileOf, freshFiles, TAGS } from '../../scripts/messages/main.ts'
import { headerField, poText } from '../../scripts/messages/po-text.ts'
import { rawTexts, rawTextsIn } from '../../scripts/messages/raw-texts.ts'
import { LOCALES, type Program } from '../../src/kernel/text/locales.ts'
import { categoriesOf, messagesOf, parsePo } from '../../src/kernel/text/po.ts'

const { uses, unclear } = readMessages()
const read = (tag: string) => parsePo(readFileSync(fileOf(tag), 'utf8'))

test('every message is written out where it is said, and each has an id of its own', () => {
  assert.ok(uses.length > 0)
  assert.deepEqual(unclear, [])
  assert.deepEqual(problemsOfUses(uses), [])
})

test('the template and the catalogues hold what is said, and nothing else', () => {
  for (const [file, text] of freshFiles()) {
    assert.ok(readFileSync(file, 'utf8') === text, `${file} is not fresh: npm run messages`)
  }
  const names = readdirSync(join(ROOT, 'locales')).filter((name) => name.endsWith('.po'))
  assert.deepEqual(names.sort(), TAGS.map((tag) => `${tag}.po`).sort())
})

const FOLDERS: Record<Program, RegExp> = {
  client:
    /^web\/(?:client|shared|worker)\/|^src\/surfaces\/pages\/(?:frame\/(?:ways|settings-list)|settings\/filter-choices)\.ts/,
  server: /^src\//,
  admin: /^web\/(?:admin|shared)\/|^src\/surfaces\/pages\/frame\/(?:ways|settings-list)\.ts/,
}

for (const { tag, complete } of LOCALES.filter(({ tag }) => tag !== 'en')) {
  test(`the catalogue of ${tag} keeps the places for values, and has every form of a number`, () => {
    assert.deepEqual(problemsOf(tag, read(tag)), [])
  })

  test(`the catalogue of ${tag} tells platforms how numbers choose a form, as Intl does`, () => {
    const header = headerField(read(tag), 'Plural-Forms') ?? ''
    const [, count, formula] =
      /^nplurals=(\d); plural=\(([-n\d\s?:=!<>&|%()]+)\);$/.exec(header) ?? []
    const categories = categoriesOf(tag)
    const rules = new Intl.PluralRules(tag)
    const choose = new Function('n', `return Number(${formula})`) as (n: number) => number

    assert.equal(Number(count), categories.length, header)
    for (const n of [...Array(2000).keys(), 1_000_000, 2_000_000, 3_000_001]) {
      assert.equal(categories[choose(n)], rules.select(n), `${n}`)
    }
  })

  for (const program of complete) {
    test(`the catalogue of ${tag} holds every message of the ${program}`, () => {
      const missing = read(tag)
        .entries.filter(isUntranslated)
        .filter(({ references }) => references.some((file) => FOLDERS[program].test(file)))

      assert.deepEqual(
        missing.map(({ id, references }) => `${id} (${references[0]})`),
        [],
      )
    })
  }
}

test('no text for people stands in JSX or in an HTML template where nobody can translate it', () => {
  assert.deepEqual(
    rawTexts().map(({ text, at }) => `${at}: ${text}`),
    [],
  )
  const raw = (file: string, code: string) => rawTextsIn(file, code).map(({ text }) => text)
  assert.deepEqual(
    raw('x.tsx', `<p title="Hi there" class="two words">{t('Fine')} but {'not'} <b>this</b></p>`),
    ['Hi there', 'but', 'this'],
  )
  assert.deepEqual(
    raw(
      'x.ts',
      'html`<p aria-label="Hi" class="a b">or <b>this</b> &middot; <code>x y</code></p>`',
    ),
    ['or', 'this', 'Hi'],
  )
  assert.deepEqual(raw('x.ts', 'html` width="1" loading="lazy"`'), [])
})

test('messages are found with their numbers, contexts and comments for translators', () => {
  const found = extract(
    'x.tsx',
    `t('Hi {name}')
     // i18n: on a button
     t('Post|verb'); plural(n, '{n} post', '{n} posts')
     rich('<link>Gone</link>', {}); t(other); new NotFound('Nothing'); new Error('not said')`,
  )
  const template = parsePo(poText(templateOf(found.uses)))

  assert.deepEqual(found.unclear, ['x.tsx:4'])
  assert.deepEqual(
    template.entries.map(({ id, plural, context, comments }) => [id, plural, context, comments]),
    [
      ['Hi {name}', null, null, []],
      ['Post', null, 'verb', ['on a button']],
      ['{n} post', '{n} posts', null, ['on a button']],
      ['<link>Gone</link>', null, null, []],
      ['Nothing', null, null, []],
    ],
  )
  assert.deepEqual(template.entries[0]?.flags, ['python-brace-format'])
})

test('a catalogue is held against numbers and places; what nobody says any more goes', () => {
  const { uses } = extract(
    'x.tsx',
    "t('Hi {name}'); plural(n, '{n} post', '{n} posts'); rich('<b>Gone</b>', {}); t('New')",
  )
  const given = parsePo(`
msgid "Hi {name}"
msgstr "مرحبا {who}"

# a note
msgid "{n} post"
msgid_plural "{n} posts"
msgstr[0] ""
msgstr[1] "منشور"

msgid "<b>Gone</b>"
msgstr "ذهب"

msgid "Old"
msgstr "قديم"
`)
  const merged = mergeCatalogue('ar', templateOf(uses), given)

  assert.deepEqual(
    merged.entries.map(({ id, notes }) => [id, notes]),
    [
      ['Hi {name}', []],
      ['{n} post', ['a note']],
      ['<b>Gone</b>', []],
      ['New', []],
    ],
  )
  assert.deepEqual(problemsOf('ar', merged), [
    'other places for values: Hi {name} → مرحبا {who}',
    'a form lacks: {n} post',
    'other places for values: <b>Gone</b> → ذهب',
  ])
  assert.deepEqual(
    problemsOfUses(extract('x', "t('{n} post'); plural(n, '{n} post', '{n} posts')").uses),
    ['two messages of one id: {n} post (x:1)'],
  )
  assert.deepEqual(
    problemsOfUses(extract('x', "t('{n} posts'); plural(n, '{n} post', '{n} posts')").uses),
    ['with a number and without: {n} posts (x:1)'],
  )
})

test('a PO file is read as it was written, and its messages under their English texts', () => {
  const text = `# by somebody
msgid ""
msgstr ""
"Language: ar\\n"
"MIME-Version: 1.0\\n"

#. where it is
#: web/a.ts
#, python-brace-format
msgctxt "verb"
msgid "Say \\"{a}\\"\\tnow"
msgstr "قل {a}"

#, fuzzy
msgid "Doubtful"
msgstr "ربما"

msgid "constructor"
msgstr "بانٍ"

msgid "{n} post"
msgid_plural "{n} posts"
msgstr[0] "0"
msgstr[1] "1"
msgstr[2] "2"
msgstr[3] "3"
msgstr[4] "4"
msgstr[5] "5"
`
  const file = parsePo(text)
  const long = parsePo(
    'msgid ""\n"in "\n"parts"\nmsgstr "x"\n\n#~ msgid "obsolete"\n#~ msgstr "y"\n',
  )

  assert.equal(poText(file), text)
  assert.equal(long.entries[0]?.id, 'in parts')
  assert.equal(long.entries.length, 1)
  assert.deepEqual(
    { ...messagesOf(file, 'ar') },
    {
      'Say "{a}"\tnow|verb': 'قل {a}',
      constructor: 'بانٍ',
      '{n} posts': { zero: '0', one: '1', two: '2', few: '3', many: '4', other: '5' },
    },
  )
  assert.throws(() => parsePo('msgid "a"\nmsgwrong "b"'), /Line 2/)
})
