/** The channel of a stream that is one account's. */
export function ownChannel(
  stream: 'user' | 'user:notification' | 'direct',
  accountId: string,
): string {
  return `${stream} ${accountId}`
}

/** @param name normalised */
export function tagChannel(stream: 'hashtag' | 'hashtag:local', name: string): string {
  return `${stream} ${name}`
}
