import type { Account } from '../../../shared/entities/api.ts'

/** Somebody's name where only text can stand. */
export const nameOf = ({ display_name, username }: Account): string =>
  display_name === '' ? username : display_name

export const namesOf = (some: readonly Account[]): string => some.map(nameOf).join(', ')
