import type { Rule } from '../../../shared/entities/content.ts'

export const PATH = '/api/rookery/v1/admin/rules'
export const NEW_RULE: Rule = { id: '', text: '', hint: '', position: 0, translations: {} }
