/**
 * The stored form of a conversation's other participants: sorted ids joined by commas, so that the
 * same participants give the same text. Empty for notes to oneself.
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
