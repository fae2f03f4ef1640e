import { resolve } from 'node:path'
import { shown } from './shown-setting.ts'

/**
 * The absolute path that a setting names. Environment files of systemd and containers are read by no shell: what a shell would
 * replace or take away stays, and a folder with a strange name would be made and used.
 *
 * @throws Error with what is wrong with it, to be put behind the name of the setting
 */
export function readPath(text: string): string {
  demandPlain(text)
  if (isAddress(text)) {
    throw new Error(
      `must be the path of a file or folder, not "${shown(text)}"; before a folder of such a name write ./`,
    )
  }
  return resolve(text)
}

/** Whether it is meant as the address of something, with a slash too few perhaps, or is what follows the scheme of one. */
export function isAddress(text: string): boolean {
  return /^[a-z0-9+.-]{2,}:\//i.test(text) || /^[^./][^/]*:.*@/s.test(text)
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
    throw new Error(
      `is ${shown(text)} with the quotation marks as a part of it: write it without them`,
    )
  }
  if (/^~[^/]*(\/|$)/.test(text)) {
    throw new Error(
      `is ${shown(text)}, and only a shell replaces ~ by a home folder: write the whole path, or ./${shown(text)} for a folder of that name`,
    )
  }
  const [variable] = /^\$(?:\w+|\{\w+\})/.exec(text) ?? []
  if (variable !== undefined) {
    throw new Error(
      `is ${shown(text)}, and only a shell replaces ${variable}: write the whole path, or ./${shown(text)} for a folder of that name`,
    )
  }
}
