import type { Catalogue } from '../said.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'

/** By language; what is said is English where there is none. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = { de, es, fr, ja, pt }
