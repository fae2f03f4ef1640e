import { countCharacters, countGraphemes } from '../../../src/text/count.ts'
import { instance } from '../state/server.ts'
import type { Part } from './writing.ts'

export { countGraphemes }

/** Characters of a post as the server counts them (S-330): by its own rule. */
export const countOf = (part: Part): number =>
  countCharacters(part.text, part.warned ? part.spoiler_text.trim() : '')

export const maxCharacters = (): number =>
  instance.value?.configuration.statuses.max_characters ?? 500
