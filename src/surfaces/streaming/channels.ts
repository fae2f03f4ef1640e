/** The channel of a stream that belongs to one account. */
export function ownChannel(
  stream: 'user' | 'user:notification' | 'direct',
  accountId: string,
): string {
  return `${stream} ${accountId}`
}

/** Ids of the accounts with a subscription to their `user` stream. */
export function listeningAccounts(registry: {
  channelsOf(kind: string): ReadonlySet<string>
}): string[] {
  return [...registry.channelsOf('user')].map((channel) => channel.slice('user '.length))
}

/** @param name normalised */
export function tagChannel(stream: 'hashtag' | 'hashtag:local', name: string): string {
  return `${stream} ${name}`
}

const LIST = 'list'

export function listChannel(id: string): string {
  return `${LIST} ${id}`
}

/** The part before the id or name of a channel; empty if the channel has neither. */
export function kindOf(channel: string): string {
  return channel.slice(0, Math.max(channel.indexOf(' '), 0))
}

/** Ids of the lists that have a subscription. */
export function listenedLists(registry: {
  channelsOf(kind: string): ReadonlySet<string>
}): string[] {
  return [...registry.channelsOf(LIST)].map((channel) => channel.slice(LIST.length + 1))
}
