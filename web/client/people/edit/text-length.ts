const segmenter = new Intl.Segmenter()

/** How long a text is for the server: links count 23, mentions without their server. */
export function lengthOf(text: string): number {
  const counted = text
    .replace(/https?:\/\/[^\s]+/g, 'x'.repeat(23))
    .replace(/(@[\w.-]+)@[\w.-]+\w/g, '$1')
  return [...segmenter.segment(counted)].length
}
