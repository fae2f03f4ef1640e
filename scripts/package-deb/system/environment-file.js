// Plain JavaScript: the settings of /etc/rookery/environment, for the service and for commands alike.

const BLANK = ' \t\n\r'
const NEWLINE = '\n\r'
/** Between double quotes a backslash stays before all other characters. */
const ESCAPED = '"\\`$'
const NO_OTHER_HALF = 'has a quote without its other half'
const SETTING_WITHIN =
  'has a value of several lines that looks as if it had another setting in it: look for a quote without its other half'
const COMMENT_BEHIND =
  'has a comment after its value, of which it would become a part: give it a line of its own'

/**
 * Reads an environment file as systemd does, but refuses what systemd would leave out with no more than a line in its
 * log, and what its versions read differently: a setting that does not count is worse than no start.
 *
 * @param {string} text where it is not UTF-8, it has U+FFFD
 * @returns {{ values: Record<string, string>, problem: string | null }} problem: one clear sentence about the first
 * line that cannot be used
 */
export function readEnvironment(text) {
  const values = {}
  for (const entry of entriesOf(text)) {
    const name = entry.name.replace(/[ \t]+$/, '')
    const problem = entry.problem ?? problemOf(name, entry.value)
    if (problem !== null) return { values, problem: `line ${entry.line} ${problem}` }
    values[name] = entry.value
  }
  return { values, problem: null }
}

function problemOf(name, value) {
  if (name.startsWith('\ufeff'))
    return 'begins with a byte order mark: save the file as UTF-8 without one'
  if (value === null || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return withoutName(name)
  if (value.includes('\ufffd')) return 'is not in UTF-8: save the file as UTF-8'
  if (value.includes('\0')) return 'has a control character: write the line anew'
  // the settings within would not count
  return /[\n\r][ \t]*[A-Z][A-Z0-9_]*=/.test(value) ? SETTING_WITHIN : null
}

function withoutName(text) {
  // the text itself may be a password
  return /^export\s/.test(text)
    ? 'begins with "export": leave that out'
    : 'is no setting: write NAME=value, or # before a comment'
}

/**
 * The entries between comments and empty lines; the value is null where there is no "=".
 * @see https://github.com/systemd/systemd/blob/main/src/basic/env-file.c : parse_env_file_internal
 */
function* entriesOf(text) {
  const reader = { state: 'start', line: 1, cutComment: 0, entry: null }
  for (const char of text) {
    const before = reader.entry
    reader.state = STATES[reader.state](reader, char)
    if (reader.state === 'start' && before !== null) yield ended(reader)
    if (char === '\n') reader.line++
  }
  if (reader.entry === null) return
  if (/^(?:single|double)/.test(reader.state)) reader.entry.problem ??= NO_OTHER_HALF
  yield ended(reader)
}

function ended(reader) {
  const { entry } = reader
  reader.entry = null
  const { value, solid } = entry
  return { ...entry, value: value === null ? null : value.slice(0, solid) }
}

function begun(reader, char) {
  // before version 254 of systemd the line after such a comment is a comment, too
  const isSwallowed = reader.cutComment > 0 && reader.line === reader.cutComment + 1
  const problem = isSwallowed ? 'follows a comment that ends in "\\": leave that "\\" out' : null
  const { line } = reader
  reader.entry = { name: char, value: null, solid: 0, isQuoted: false, line, problem }
  return 'name'
}

/** Blanks that are not solid are cut off at the end of a value. */
function add({ entry }, text, isSolid = true) {
  entry.value += text
  if (isSolid) entry.solid = entry.value.length
}

/** Each takes a character and gives the state after it. */
const STATES = {
  start(reader, char) {
    if ('#;'.includes(char)) return 'comment'
    return BLANK.includes(char) ? 'start' : begun(reader, char)
  },
  name({ entry }, char) {
    if (NEWLINE.includes(char)) return 'start'
    if (char === '=') entry.value = ''
    else entry.name += char
    return char === '=' ? 'beforeValue' : 'name'
  },
  beforeValue(reader, char) {
    if (NEWLINE.includes(char)) return 'start'
    if (char === "'" || char === '"') {
      reader.entry.isQuoted = true
      return char === "'" ? 'single' : 'double'
    }
    if (char === '\\') return 'escape'
    if (BLANK.includes(char)) return 'beforeValue'
    if (char === '#' && reader.entry.isQuoted) reader.entry.problem ??= COMMENT_BEHIND
    add(reader, char)
    return 'value'
  },
  value(reader, char) {
    if (NEWLINE.includes(char)) return 'start'
    if (char === '\\') add(reader, '')
    else add(reader, char, !BLANK.includes(char))
    return char === '\\' ? 'escape' : 'value'
  },
  escape(reader, char) {
    if (!NEWLINE.includes(char)) add(reader, char)
    return 'value'
  },
  single(reader, char) {
    if (char !== "'") add(reader, char)
    return char === "'" ? 'beforeValue' : 'single'
  },
  double(reader, char) {
    if (char === '\\') return 'doubleEscape'
    if (char !== '"') add(reader, char)
    return char === '"' ? 'beforeValue' : 'double'
  },
  doubleEscape(reader, char) {
    if (ESCAPED.includes(char)) add(reader, char)
    else if (char !== '\n') add(reader, `\\${char}`)
    return 'double'
  },
  comment(_reader, char) {
    if (char === '\\') return 'commentEscape'
    return NEWLINE.includes(char) ? 'start' : 'comment'
  },
  commentEscape(reader, char) {
    if (char === '\n') reader.cutComment = reader.line
    return NEWLINE.includes(char) ? 'start' : 'comment'
  },
}
