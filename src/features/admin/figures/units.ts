const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** @example bytesText(1_610_612_736) // '1.5 GB' */
export function bytesText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${Number(size.toPrecision(3))} ${UNITS[unit]}`
}
