import { resolve } from 'node:path'

/**
 * The absolute path that a setting names. Environment files of systemd and containers are read by no shell: what a shell would
 * replace or take away stays, and a folder with a strange name would be made and used.
 *
 * @throws Error with what is wrong with it, to be put behind the name of the setting
 */
export function readPath(text: string): string {
  demandPlain(text)
  return resolve(text)
}

/** The same for a setting of this name, with which the message begins. */
export function readPathOf(name: string, text: string): string {
  try {
    return readPath(text)
  } catch (error) {
    throw new Error(`${name} ${(error as Error).message}`)
  }
}

/** @throws Error as `readPath` does */
export function demandPlain(text: string): void {
  if (/^(["']).*\1$/s.test(text)) {
    throw new Error(`is ${text} with the quotation marks as a part of it: write it without them`)
  }
  if (/^~[^/]*(\/|$)/.test(text)) {
    throw new Error(
      `is ${text}, and only a shell replaces ~ by a home folder: write the whole path, or ./${text} for a folder of that name`,
    )
  }
}
