/** One line of a CSV file (RFC 4180), its line break included. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map((cell) => quoted(String(cell))).join(',')}\n`
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
