import { raw, type SafeHtml } from '../../../kernel/text/html.ts'

/** SVG shapes in a 24 × 24 view box, stroke width 2. */
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
  edit: '<path d="M5 19v-3.5L15.5 5 19 8.5 8.5 19Z"/>',
} as const

export type IconName = keyof typeof SHAPES

/** An icon beside a text of the same meaning, hidden from assistive technology. */
export function icon(name: IconName): SafeHtml {
  return raw(
    '<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" ' +
      `stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${SHAPES[name]}</svg>`,
  )
}
