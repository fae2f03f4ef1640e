/** the most marks on one letter: as many as in Unicode's stream-safe text */
const MOST_MARKS = 30
/** marks, the two signs of half width that NFKC makes marks of, and the letters that join those before them as marks do */
const MARK = '[\\p{M}\\uff9e\\uff9f\\u{16d67}\\u{16d68}]'
const TOO_MANY = new RegExp(`${MARK}{${MOST_MARKS + 1}}`, 'u')
const RUN = new RegExp(`${MARK}{${MOST_MARKS + 1},}`, 'gu')

/**
 * A normal form of a text, in which no letter has more than 30 marks: sorting them takes time that grows with the square of
 * their number, minutes for a megabyte of them (A139).
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFD'): string {
  return (TOO_MANY.test(text) ? text.replace(RUN, firstMarks) : text).normalize(form)
}

/** a mark takes two units at most */
const firstMarks = (run: string): string =>
  [...run.slice(0, 2 * MOST_MARKS)].slice(0, MOST_MARKS).join('')
