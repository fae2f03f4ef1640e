const ID_DIGITS = 18

/** An id as SQLite stores it. On PostgreSQL a short one, such as that of the base role, is read as a number. */
export function idText(value: unknown): string {
  const text = String(value)
  return text.startsWith('-') ? text : text.padStart(ID_DIGITS, '0')
}
