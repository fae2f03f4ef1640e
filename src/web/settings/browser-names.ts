/** In this order: most name others, too, to be treated like them. */
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

/** What people call the browser behind a User-Agent header: `Firefox on Android`. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const named = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(text))?.[1]
  const browser = named(BROWSERS) ?? 'A browser'
  const system = named(SYSTEMS)
  return system === undefined ? browser : `${browser} on ${system}`
}
