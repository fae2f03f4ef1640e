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

const LIST = 'list'

export function listChannel(id: string): string {
  return `${LIST} ${id}`
}

/** What stands before the id or name in a channel that has one. */
export function kindOf(channel: string): string {
  return channel.slice(0, Math.max(channel.indexOf(' '), 0))
}

/** Ids of the lists that somebody listens to. */
export function listenedLists(registry: {
  channelsOf(kind: string): ReadonlySet<string>
}): string[] {
  return [...registry.channelsOf(LIST)].map((channel) => channel.slice(LIST.length + 1))
}
