import type { Section } from './section.ts'

export const media: Section = {
  name: 'media',
  title: 'Media',
  about: 'Pictures, films and sounds to be attached to statuses.',
  operations: {
    'POST /api/v2/media': ['Upload; what takes long is answered with 202', 'MediaAttachment'],
    'POST /api/v1/media': ['Upload and wait until it is ready', 'MediaAttachment'],
    'GET /api/v1/media/:id': ['An upload; 206 while it is worked on', 'MediaAttachment'],
    'PUT /api/v1/media/:id': ['Change description, focus or preview', 'MediaAttachment'],
    'DELETE /api/v1/media/:id': ['Drop an upload that is not attached', '{}'],
    'GET /api/rookery/v1/gifs': ['Find GIFs at the provider of this server', 'Gif[]'],
    'POST /api/rookery/v1/gifs/:id': [
      'Upload a GIF of the provider, with its description',
      'MediaAttachment',
    ],
  },
}
