import { countCharacters } from '../../../../src/kernel/text/count.ts'

/** Characters that a biography may still grow by, as the server counts them (S-289); negative: it is too long. */
export const noteLeft = (note: string, most: number): number => most - countCharacters(note)
