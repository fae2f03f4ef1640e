import type { Portrait, View } from './showcase-pictures.ts'

const WIDE = { width: 1600, height: 1000 }

export const EVENING: View = {
  ...WIDE,
  sky: ['#3b2a6b', '#b7577c', '#f4b06a'],
  sun: [68, 62, 8, '#ffe2a8'],
  hills: ['#6d3a63', '#4b2850', '#2b1838'],
  birds: 160,
  seed: 3,
}
export const SEA: View = {
  ...WIDE,
  sky: ['#8cc4e0', '#cfe5e6', '#ffe6c4'],
  sun: [30, 46, 6, '#fff3d0'],
  hills: ['#6fa8bf', '#4f8ca9', '#356f91'],
  birds: 6,
  seed: 11,
}
export const FJORD: View = {
  ...WIDE,
  sky: ['#5d7fa8', '#9db6c9', '#dfe3dd'],
  hills: ['#7f97a3', '#4f6f74', '#2c4a4b'],
  birds: 14,
  seed: 5,
}
export const PINK: View = {
  ...WIDE,
  sky: ['#7a6fb8', '#e59ab0', '#ffd9b8'],
  sun: [80, 52, 5, '#fff0d8'],
  hills: ['#c98a8f', '#9a6478', '#5d3f5c'],
  seed: 8,
}
export const MOON: View = {
  ...WIDE,
  sky: ['#0d1230', '#1f2a55', '#45507e'],
  sun: [24, 26, 6, '#f2efdc'],
  hills: ['#1f2747', '#151b36', '#0b0f22'],
  stars: 120,
  seed: 21,
}
export const LAKE: View = {
  width: 1200,
  height: 1500,
  sky: ['#c9d6dc', '#e6e8e2', '#f6ead6'],
  sun: [52, 30, 4, '#ffffff'],
  hills: ['#b9c8cb', '#93aab0', '#64838c'],
  birds: 9,
  seed: 14,
}
export const MEADOW: View = {
  ...WIDE,
  sky: ['#5aa5dd', '#9ccbe8', '#eaf3e4'],
  hills: ['#9bbf6d', '#77a552', '#4f7f3d'],
  birds: 2,
  seed: 30,
}
export const NIGHT: View = {
  ...WIDE,
  sky: ['#222222', '#444444', '#666666'],
  hills: ['#333333'],
  seed: 1,
}

interface Person {
  display_name: string
  note: string
  bot?: boolean
  locked?: boolean
  face: Portrait
  header: Omit<View, 'width' | 'height'>
  fields: { name: string; value: string; verified_at: number | null }[]
}

const CHECKED = Date.parse('2026-05-04T00:00:00Z')

export const PEOPLE = {
  ada: {
    display_name: 'Ada Marsh :rook:',
    note: 'I count birds on the salt marsh, draw some of them, and write software for the cameras that see the rest.\n\nRooks are underrated. #birds #fieldnotes',
    face: {
      back: ['#7c6be0', '#e58fb0'],
      skin: '#e8b48f',
      hair: '#3a2233',
      coat: '#2f2a56',
      longHair: true,
    },
    header: {
      sky: ['#2f2b6b', '#a7568a', '#f6b878'],
      sun: [72, 58, 9, '#ffe0ae'],
      hills: ['#73406f', '#4d2d5a', '#2d1c40'],
      birds: 22,
      seed: 4,
    },
    fields: [
      { name: 'Website', value: 'https://marsh.example', verified_at: CHECKED },
      { name: 'Code', value: 'https://code.example/ada/rook-counter', verified_at: CHECKED },
      { name: 'Pronouns', value: 'she/her', verified_at: null },
      { name: 'Where', value: 'North Norfolk', verified_at: null },
    ],
  },
  kenji: {
    display_name: '田中 健二',
    note: '湖と鳥の写真を撮っています。Photographs of lakes, mostly before breakfast.',
    face: {
      back: ['#9cc7d8', '#e7e3cf'],
      skin: '#f0c9a4',
      hair: '#1d1b22',
      coat: '#38606d',
      longHair: false,
    },
    header: {
      sky: ['#c9d6dc', '#e6e8e2', '#f6ead6'],
      hills: ['#b9c8cb', '#93aab0', '#64838c'],
      birds: 5,
      seed: 9,
    },
    fields: [{ name: 'サイト', value: 'https://tanaka.example', verified_at: null }],
  },
  layla: {
    display_name: 'ليلى الحسن',
    note: 'أراقب الطيور من شرفتي في المدينة. قهوة، كتب، وطيور السنونو.',
    face: {
      back: ['#f2b880', '#d9728c'],
      skin: '#c98e66',
      hair: '#251a1a',
      coat: '#7a2f4b',
      longHair: true,
    },
    header: {
      sky: ['#7a6fb8', '#e59ab0', '#ffd9b8'],
      sun: [30, 55, 6, '#fff0d8'],
      hills: ['#c98a8f', '#9a6478'],
      seed: 17,
    },
    fields: [],
  },
  tom: {
    display_name: 'Tom',
    note: 'Repairs bird boxes. Breaks computers.',
    locked: true,
    face: {
      back: ['#8fbf7f', '#dfe8b0'],
      skin: '#f2c7a5',
      hair: '#a8562d',
      coat: '#3f5b3a',
      longHair: false,
    },
    header: {
      sky: ['#5aa5dd', '#9ccbe8', '#eaf3e4'],
      hills: ['#9bbf6d', '#77a552', '#4f7f3d'],
      seed: 12,
    },
    fields: [],
  },
  grace: {
    display_name: 'Grace O’Malley-Featherstonehaugh, ringer',
    note: 'One tower, two kestrels, far too many notebooks.',
    face: {
      back: ['#4f7fb0', '#bfe0ea'],
      skin: '#8a5a3c',
      hair: '#1e1414',
      coat: '#c2793e',
      longHair: true,
    },
    header: {
      sky: ['#5d7fa8', '#9db6c9', '#dfe3dd'],
      hills: ['#7f97a3', '#4f6f74', '#2c4a4b'],
      birds: 3,
      seed: 6,
    },
    fields: [],
  },
} as const satisfies Record<string, Person>
