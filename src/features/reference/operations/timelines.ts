import type { Section } from './section.ts'

export const timelines: Section = {
  name: 'timelines',
  title: 'Timelines',
  about: 'Lists of statuses, newest first, and how far the caller has read.',
  operations: {
    'GET /api/v1/timelines/home': ['What the followed accounts post', 'Status[]'],
    'GET /api/v1/timelines/public': ['What is public, here or everywhere', 'Status[]'],
    'GET /api/v1/timelines/tag/:hashtag': ['What carries a hashtag', 'Status[]'],
    'GET /api/v1/timelines/link': ['What speaks of a trending link', 'Status[]'],
    'GET /api/v1/timelines/list/:list_id': ['What members of a list post', 'Status[]'],
    'GET /api/v1/markers': ['How far the caller has read', 'Markers'],
    'POST /api/v1/markers': ['Say how far the caller has read', 'Markers'],
    'GET /api/v1/conversations': ['Direct conversations', 'Conversation[]'],
    'POST /api/v1/conversations/:id/read': ['Mark a conversation as read', 'Conversation'],
    'POST /api/v1/conversations/:id/unread': ['Mark a conversation as unread', 'Conversation'],
    'DELETE /api/v1/conversations/:id': ['Remove a conversation from the list', '{}'],
    'GET /api/v1/trends/tags': ['Hashtags that rise', 'Tag[]'],
    'GET /api/v1/trends': ['The same, by its older name', 'Tag[]'],
    'GET /api/v1/trends/statuses': ['Statuses that rise', 'Status[]'],
    'GET /api/v1/trends/links': ['Links that rise', 'Trends::Link[]'],
  },
}
