import type { Section } from './section.ts'

export const tags: Section = {
  name: 'tags',
  title: 'Hashtags',
  about: 'Hashtags, those that the caller follows, and those on profiles.',
  operations: {
    'GET /api/v1/tags/:id': ['A hashtag by its name', 'Tag'],
    'POST /api/v1/tags/:id/follow': ['Follow a hashtag', 'Tag'],
    'POST /api/v1/tags/:id/unfollow': ['Stop following a hashtag', 'Tag'],
    'POST /api/v1/tags/:id/feature': ['Show a hashtag on the own profile', 'Tag'],
    'POST /api/v1/tags/:id/unfeature': ['Show it there no longer', 'Tag'],
    'GET /api/v1/followed_tags': ['Hashtags that the caller follows', 'Tag[]'],
    'GET /api/v1/featured_tags': ['Hashtags on the own profile', 'FeaturedTag[]'],
    'POST /api/v1/featured_tags': ['Show a hashtag on the own profile', 'FeaturedTag'],
    'DELETE /api/v1/featured_tags/:id': ['Show it there no longer', '{}'],
    'GET /api/v1/featured_tags/suggestions': ['Hashtags that the caller uses much', 'Tag[]'],
  },
}
