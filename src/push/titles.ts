/**
 * What the head of a message says, by type of notification. All texts are here, so that they can be
 * told in other languages; a type without one has the last.
 */
const TITLES: Record<string, (name: string) => string> = {
  mention: (name) => `${name} mentioned you`,
  status: (name) => `${name} just posted`,
  reblog: (name) => `${name} boosted your post`,
  follow: (name) => `${name} now follows you`,
  follow_request: (name) => `${name} wants to follow you`,
  favourite: (name) => `${name} likes your post`,
  poll: (name) => `A poll by ${name} has ended`,
  update: (name) => `${name} edited a post`,
  severed_relationships: () => 'You lost connections',
  moderation_warning: () => 'You received a moderation warning',
  annual_report: () => 'Your year in review is here',
  'admin.sign_up': (name) => `${name} signed up`,
  'admin.report': (name) => `${name} filed a report`,
  quote: (name) => `${name} quoted your post`,
  quoted_update: (name) => `${name} edited a post that you quoted`,
  added_to_collection: (name) => `${name} added you to a collection`,
  collection_update: (name) => `${name} changed a collection that you are in`,
  reaction: (name) => `${name} reacted to your post`,
}

/** @param name how people call whose doing it is */
export function titleOf(type: string, name: string): string {
  const title = Object.hasOwn(TITLES, type) ? TITLES[type] : undefined
  return title === undefined ? `A new notification from ${name}` : title(name)
}
