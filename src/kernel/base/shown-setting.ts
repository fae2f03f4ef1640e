/** Parameters of the address of a bucket, which hold no key. */
const HARMLESS = /^(?:endpoint|region|pathStyle)$/

/**
 * A value as a message may quote it, without what may be a key: whoever mistypes an address finds the message in a log, and that
 * of a backup in the database. Everything before the last @ counts as user and password, as these may have any character.
 */
export function shown(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/{1,3})?.*(?:@|%40)/is, '$1…@')
    .replace(/(:\/\/(?:\[[^\]]*\]|(?!\[)[^:/?#]*)):(?!\d{0,5}(?:[/?#]|$)).*/s, '$1:…')
    .replace(/([?&])([^=&?#\s]*)=[^&?#\s]*/g, (whole, sign, name) =>
      HARMLESS.test(name) ? whole : `${sign}${name}=…`,
    )
}
