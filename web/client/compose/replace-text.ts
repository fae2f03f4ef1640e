/** Writes into a field as somebody types: what is typed next comes right behind it. */
export function replaceText(
  field: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
  text: string,
): void {
  field.focus()
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
