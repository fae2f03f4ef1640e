/**
 * Drawings for places where there is nothing yet, in 160 x 112. Browser and server share this file; the colours are
 * those of the classes (`.drawing`), so they follow theme and accent.
 */

/** `ground` behind everything, `soft` and `paper` areas, `fill` in the accent, `mark` on the accent, `line` without area */
export type Tone = 'ground' | 'soft' | 'paper' | 'fill' | 'mark' | 'line' | 'thin'

/** tone, path, and where it is put */
export type Shape = readonly [tone: Tone, path: string, place?: string]

const GROUND: Shape = ['ground', 'M18 78C10 50 34 22 70 18s72 10 76 40-22 40-62 42-60-4-66-22Z']

/** the mark of the software, in 64 x 64 */
export const BIRD = {
  body: 'M50.5 22.6 42.9 20c-1.7-5-6.4-8.5-11.9-8.5-6.9 0-12.5 5.6-12.5 12.5v4.2L8.6 47.8c-.6 1.2.5 2.5 1.8 2.2l12.1-3.1A21 21 0 0 0 31 48.7c11.2 0 16.3-9 15.2-19.2l-.3-3 4.9-2.1c.8-.4.7-1.5-.3-1.8Z',
  wing: 'M24 30.5c3.8 6.6 9.5 9.4 17 8.2-3.7 4.6-11.6 5.3-16.4.9-2.6-2.4-2.8-6.4-.6-9.1Z',
  eye: 'M32.9 20.500a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0Z',
}

const bird = (place: string): Shape[] => [
  ['fill', BIRD.body, place],
  ['mark', BIRD.wing, place],
  ['mark', BIRD.eye, place],
]

const flying = (x: number, y: number, size: number): Shape => [
  'fill',
  'M0 0c-9-12-24-15-40-9 14 0 24 5 32 14 2 3 6 4 8 4s6-1 8-4c8-9 18-14 32-14-16-6-31-3-40 9Z',
  `translate(${x} ${y}) scale(${size})`,
]

export const DRAWINGS = {
  /** a nest that is being built */
  nest: [
    GROUND,
    flying(128, 30, 0.2),
    flying(112, 22, 0.14),
    ...bird('translate(62 12) scale(.82)'),
    ['paper', 'M58 66c2-6 8-8 12-4s4 10 1 13-11 0-13-9Z'],
    ['paper', 'M72 65c2-6 9-8 12-4s4 10 1 13-11 0-13-9Z'],
    ['soft', 'M36 70h88c-2 18-20 28-44 28S38 88 36 70Z'],
    ['line', 'M36 70h88c-2 18-20 28-44 28S38 88 36 70Z'],
    ['thin', 'M44 78l26 12M60 74l34 16M84 74l24 10M112 74l-30 18M92 74l-36 12M70 76l-18 10'],
  ],
  /** a bell that nobody rings */
  bell: [
    GROUND,
    ['paper', 'M80 24c-16 0-25 12-25 27 0 16-5 22-10 27h70c-5-5-10-11-10-27 0-15-9-27-25-27Z'],
    ['fill', 'M72 84h16c0 6-3 9-8 9s-8-3-8-9Z'],
    ['line', 'M80 18v6'],
    ['thin', 'M66 50c0-8 4-14 10-16'],
    ['line', 'M120 34h10l-10 12h10M132 20h7l-7 8h7'],
  ],
  /** two who talk */
  bubbles: [
    GROUND,
    ['paper', 'M34 26h56c6 0 9 3 9 9v22c0 6-3 9-9 9H56L42 78V66h-8c-6 0-9-3-9-9V35c0-6 3-9 9-9Z'],
    ['thin', 'M38 40h46M38 52h30'],
    ['fill', 'M82 52h42c6 0 9 3 9 9v16c0 6-3 9-9 9h-6v11l-13-11H82c-6 0-9-3-9-9V61c0-6 3-9 9-9Z'],
    [
      'mark',
      'M88 69a4 4 0 1 0 .1 0ZM103 69a4 4 0 1 0 .1 0ZM118 69a4 4 0 1 0 .1 0Z',
      'translate(0 -4)',
    ],
  ],
  /** a page with a ribbon */
  bookmark: [
    GROUND,
    [
      'paper',
      'M44 24h64c4 0 6 2 6 6v64c0 4-2 6-6 6H44c-4 0-6-2-6-6V30c0-4 2-6 6-6Z',
      'rotate(-5 78 62)',
    ],
    ['thin', 'M50 46h28M50 58h34M50 70h44M50 82h38', 'rotate(-5 78 62)'],
    ['fill', 'M88 16h22v44l-11-10-11 10Z'],
  ],
  /** a star and its small ones */
  star: [
    GROUND,
    ['fill', 'm80 20 11 23 25 3.5-18.5 17.5 4.7 25L80 77 57.8 89l4.7-25L44 46.5 69 43Z'],
    [
      'mark',
      'M71.5 50.5a3 3 0 1 0 .1 0ZM88.5 50.5a3 3 0 1 0 .1 0ZM73 62c4 5 10 5 14 0l-2-1c-3 3-7 3-10 0Z',
    ],
    ['line', 'M128 28v12M122 34h12M34 76v10M29 81h10M126 82v7M122.5 85.500h7'],
  ],
  /** people of lists, one below the other */
  rows: [
    GROUND,
    ['paper', 'M40 22h80c4 0 6 2 6 6v12c0 4-2 6-6 6H40c-4 0-6-2-6-6V28c0-4 2-6 6-6Z'],
    ['paper', 'M40 52h80c4 0 6 2 6 6v12c0 4-2 6-6 6H40c-4 0-6-2-6-6V58c0-4 2-6 6-6Z'],
    ['fill', 'M40 82h80c4 0 6 2 6 6v8c0 4-2 6-6 6H40c-4 0-6-2-6-6v-8c0-4 2-6 6-6Z'],
    ['fill', 'M48 28a6 6 0 1 0 .1 0Z'],
    ['soft', 'M48 58a6 6 0 1 0 .1 0Z'],
    ['thin', 'M64 34h48M64 64h34'],
    ['mark', 'M78 87h4v4h4v4h-4v4h-4v-4h-4v-4h4Z', 'translate(0 -1)'],
  ],
  /** a lens that sees a bird far off */
  lens: [
    GROUND,
    ['paper', 'M74 22a31 31 0 1 0 .1 0Z'],
    ['line', 'M74 22a31 31 0 1 0 .1 0Z'],
    ['fill', 'm95 77 6-6 22 20c3 3 3 6 1 8s-5 2-8-1Z'],
    flying(72, 56, 0.36),
    flying(92, 44, 0.16),
    ['thin', 'M54 48c2-8 8-14 16-16'],
  ],
  /** a page that is being written */
  page: [
    GROUND,
    ['paper', 'M42 22h48l20 20v52c0 4-2 6-6 6H42c-4 0-6-2-6-6V28c0-4 2-6 6-6Z'],
    ['soft', 'M90 22v14c0 4 2 6 6 6h14Z'],
    ['thin', 'M48 48h30M48 60h48M48 72h28'],
    ['fill', 'm128 36 10 10-36 37-14 5 4-15Z'],
    ['soft', 'm92 68 10 10-14 5 4-15Z'],
  ],
  /** a clock that runs on */
  clock: [
    GROUND,
    ['paper', 'M80 22a38 38 0 1 0 .1 0Z'],
    ['line', 'M80 22a38 38 0 1 0 .1 0Z'],
    ['thin', 'M80 29v5M80 86v5M49 60h5M106 60h5'],
    ['line', 'M80 40v21l14 9'],
    ['fill', 'M80 55a5 5 0 1 0 .1 0Z'],
    ['fill', 'M122 20a12 12 0 1 0 .1 0Z'],
    ['mark', 'M120.5 25h3v5.500h5.500v3h-5.500v5.500h-3v-5.500h-5.500v-3h5.500Z'],
  ],
  /** birds that come by */
  flock: [
    GROUND,
    flying(60, 48, 0.5),
    flying(104, 38, 0.36),
    flying(92, 66, 0.28),
    flying(124, 58, 0.2),
    flying(44, 72, 0.2),
    ['line', 'M22 98c16-8 30-8 46-2s34 6 70-4'],
    ['thin', 'M60 104h44'],
  ],
} as const satisfies Readonly<Record<string, readonly Shape[]>>

export type DrawingName = keyof typeof DRAWINGS
