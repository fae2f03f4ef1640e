const LONGEST = 128

/** "Party Parrot (1).gif" as "Party_Parrot_1": what of a file's name can be a shortcode. */
export function shortcodeOf(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return words
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST)
}
