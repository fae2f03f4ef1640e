/**
 * Accent colours that people choose from, with the colour that shades are made of (palette.ts). Browser and server
 * share this file.
 */
export const ACCENTS = {
  violet: '#5b46c9',
  blue: '#1d5fd1',
  teal: '#0b7a75',
  green: '#2f7d32',
  amber: '#a15c00',
  red: '#c2272d',
  pink: '#b8257f',
  graphite: '#55585f',
} as const

export type Accent = keyof typeof ACCENTS

export const isAccent = (name: string): name is Accent => Object.hasOwn(ACCENTS, name)

/** rises when palette.ts makes other shades of the same colour: browsers keep a style sheet for long */
const VERSION = 1

/** The style sheet of a colour. @param colour as `#5b46c9` */
export const coloursPath = (colour: string): string =>
  `/colours/${colour.slice(1).toLowerCase()}.css?v=${VERSION}`
