import type { Section } from './section.ts'

export const streaming: Section = {
  name: 'streaming',
  title: 'Streaming',
  about: 'What happens, as it happens: server-sent events, or one WebSocket for all streams.',
  operations: {
    'GET /api/v1/streaming': ['The WebSocket: send {"type":"subscribe","stream":"user"}', 'events'],
    'GET /api/v1/streaming/health': ['Whether streaming works', 'text'],
    'GET /api/v1/streaming/user': ['The home timeline and notifications', 'events'],
    'GET /api/v1/streaming/user/notification': ['Notifications', 'events'],
    'GET /api/v1/streaming/public': ['Everything public', 'events'],
    'GET /api/v1/streaming/public/local': ['What is public and from here', 'events'],
    'GET /api/v1/streaming/public/remote': ['What is public and from elsewhere', 'events'],
    'GET /api/v1/streaming/hashtag': ['What carries a hashtag', 'events'],
    'GET /api/v1/streaming/hashtag/local': ['What carries it and is from here', 'events'],
    'GET /api/v1/streaming/list': ['What members of a list post', 'events'],
    'GET /api/v1/streaming/direct': ['Direct conversations', 'events'],
  },
}
