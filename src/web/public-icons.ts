import { raw, type SafeHtml } from '../text/html.ts'

/** Shapes on a field of 24 × 24, drawn with a pen of 2. */
const SHAPES = {
  reply: '<path d="M20 11.5a8 8 0 0 1-11.6 7.1L4 20l1.4-4.4A8 8 0 1 1 20 11.5Z"/>',
  boost:
    '<path d="m4 9 3.5-3.5L11 9"/><path d="M7.5 6v8.5a3 3 0 0 0 3 3H13"/>' +
    '<path d="m20 15-3.5 3.5L13 15"/><path d="M16.5 18V9.5a3 3 0 0 0-3-3H11"/>',
  favourite: '<path d="m12 4 2.5 5.1 5.5.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.5-.8Z"/>',
  pin: '<path d="M9 4h6l-1 7 3 3H7l3-3Z"/><path d="M12 14v6"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  feed: '<path d="M5 5a14 14 0 0 1 14 14"/><path d="M5 11.5a7.5 7.5 0 0 1 7.5 7.5"/><circle cx="6" cy="18" r="1.25"/>',
  public:
    '<circle cx="12" cy="12" r="8"/><path d="M4 12h16"/><path d="M12 4c5 5 5 11 0 16-5-5-5-11 0-16Z"/>',
  unlisted: '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z"/>',
  hidden:
    '<path d="m4 4 16 16"/><path d="M10 5.3A10 10 0 0 1 21 12a15 15 0 0 1-2 3"/><path d="M6.5 6.8A14 14 0 0 0 3 12a10 10 0 0 0 13.5 5.5"/>',
  play: '<path d="M8 5.5v13l10-6.5Z"/>',
  home: '<path d="m4 11 8-7 8 7"/><path d="M6 9.5V20h4.5v-5.5h3V20H18V9.5"/>',
  bell: '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15Z"/><path d="M10 20.5h4"/>',
  settings:
    '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6Z"/>',
  leave: '<path d="M13 4.5H6v15h7"/><path d="M10.5 12H21"/><path d="m17.5 8.5 3.5 3.5-3.5 3.5"/>',
  edit: '<path d="M5 19v-3.5L15.5 5 19 8.5 8.5 19Z"/>',
} as const

export type IconName = keyof typeof SHAPES

/** A picture beside a text that says the same: assistive technology skips it. */
export function icon(name: IconName): SafeHtml {
  return raw(
    '<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" ' +
      `stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${SHAPES[name]}</svg>`,
  )
}
