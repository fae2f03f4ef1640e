import { plural } from './i18n.ts'

/** How much room a text has, or how far it is beyond it: of a negative number. */
export const charactersLeft = (left: number): string =>
  left < 0
    ? plural(-left, '{n} character too many', '{n} characters too many')
    : plural(left, '{n} character left', '{n} characters left')
