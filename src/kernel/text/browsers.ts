/** The order matters: most browsers also name others, to be served like them. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?: OS X|intosh)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Common names of the browser and the system behind a User-Agent header; null: not known. */
export function browserOf(userAgent: string | null) {
  const text = userAgent ?? ''
  const named = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(text))?.[1]
  return { browser: named(BROWSERS) ?? null, system: named(SYSTEMS) ?? null }
}
