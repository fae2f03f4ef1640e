import { countCharacters } from '../../../src/kernel/text/count.ts'
import type { Part } from './writing.ts'

/** Characters of a post as the server counts them (S-330): by its own rule. */
export const countOf = (part: Pick<Part, 'text' | 'warned' | 'spoiler_text'>): number =>
  countCharacters(part.text, part.warned ? part.spoiler_text.trim() : '')
