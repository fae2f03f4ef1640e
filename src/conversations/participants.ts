/**
 * The others in a conversation as its row holds them: sorted ids joined by commas, so that the same
 * people are the same text. Empty for notes to oneself.
 */
export function participantsText(everybody: Iterable<string>, self: string): string {
  return [...new Set(everybody)]
    .filter((id) => id !== self)
    .sort()
    .join(',')
}

export function participantIds(text: string): string[] {
  return text === '' ? [] : text.split(',')
}
