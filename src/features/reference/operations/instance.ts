import type { Section } from './section.ts'

export const instance: Section = {
  name: 'instance',
  title: 'Server',
  about: 'What the server is, what it allows, and whom it knows.',
  operations: {
    'GET /api/v2/instance': ['The server and its limits', 'Instance'],
    'GET /api/v1/instance': ['The same in the older form', 'V1::Instance'],
    'GET /api/v1/instance/peers': ['Servers that it knows', 'String[]'],
    'GET /api/v1/peers/search': ['Known servers by the beginning of their names', 'String[]'],
    'GET /api/v1/instance/activity': ['How busy the last twelve weeks were', 'InstanceActivity[]'],
    'GET /api/v1/instance/rules': ['Its rules', 'Rule[]'],
    'GET /api/v1/instance/domain_blocks': ['Servers that it limits', 'DomainBlock[]'],
    'GET /api/v1/instance/extended_description': ['About it, at length', 'ExtendedDescription'],
    'GET /api/v1/instance/privacy_policy': ['Its privacy policy', 'PrivacyPolicy'],
    'GET /api/v1/instance/terms_of_service': ['Its terms', 'TermsOfService'],
    'GET /api/v1/instance/terms_of_service/:date': ['Its terms of a date', 'TermsOfService'],
    'GET /api/v1/instance/translation_languages': [
      'From and to which languages it translates',
      'TranslationLanguages',
    ],
    'GET /api/v1/instance/languages': ['Languages of statuses', 'Language[]'],
    'GET /api/v1/custom_emojis': ['Its own emoji', 'CustomEmoji[]'],
    'GET /api/v2/search': ['Accounts, statuses and hashtags', 'Search'],
    'POST /api/v1/reports': ['Report an account to the moderators', 'Report'],
    'GET /api/v1/donation_campaigns': ['What donations are asked for: nothing', 'empty'],
    'GET /api/openapi.json': ['The whole interface as OpenAPI 3.1', 'Object'],
  },
}
