// Plain JavaScript: the settings of /etc/rookery/environment, for the service and for commands alike.

/**
 * Reads NAME=value lines, with the meaning that systemd and shells give to them, but refuses what systemd would leave
 * out with no more than a line in its log: a setting that does not count is worse than no start.
 *
 * @param {string} text
 * @returns {{ values: Record<string, string>, problem: string | null }} problem: one clear sentence about the first
 * line that cannot be used
 */
export function readEnvironment(text) {
  const values = {}
  const lineOf = {}
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || /^[#;]/.test(line)) continue
    const number = index + 1
    const [, name, given] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(line) ?? []
    const value = given === undefined ? undefined : unquoted(given)
    const problem =
      name === undefined
        ? withoutName(line)
        : (problemOf(given, value) ??
          (name in lineOf ? `sets ${name} again, which line ${lineOf[name]} sets` : null))
    if (problem !== null) return { values, problem: `line ${number} ${problem}` }
    values[name] = value
    lineOf[name] = number
  }
  return { values, problem: null }
}

function withoutName(line) {
  // the text itself may be a password
  const [word] = /^[A-Za-z_]{1,40}(?=\s)/.exec(line) ?? []
  if (word === 'export') return 'begins with "export": leave that out'
  if (/^[A-Za-z_][A-Za-z0-9_]*\s+=/.test(line)) return 'has a space before "=": leave that out'
  return 'is no setting: write NAME=value, or # before a comment'
}

function problemOf(given, value) {
  if (value === null) return 'has a quote without its other half, or text after it'
  if (/[\0\r]/.test(given)) return 'has a control character: write the line anew'
  if (given.endsWith('\\')) return 'ends in "\\": a value cannot go on in the next line'
  return null
}

/** Without the quotes around it; null if they do not match. */
function unquoted(given) {
  const text = given.trim()
  const [quote = ''] = /^['"]/.exec(text) ?? []
  if (quote === '') return text
  const inner = text.slice(1, -1)
  const isWhole = text.length > 1 && text.endsWith(quote) && !inner.includes(quote)
  return isWhole ? inner : null
}
